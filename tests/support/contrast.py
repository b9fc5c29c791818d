"""What a page is asked for its weakest text; shared by the tests in a browser."""

# Every visible text with less contrast than WCAG AA wants, colours and opacity resolved.
CONTRAST = """
() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", {willReadFrequently: true});
  const known = new Map();
  const rgba = (css) => {
    if (!known.has(css)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(css, [r, g, b, a / 255]);
    }
    return known.get(css);
  };
  const over = (top, below, a) => [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a));
  const light = (c) => {
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = c.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const box = e.tagName === "a" && e.querySelector(":scope > rect");  // of the graph
      const style = getComputedStyle(box || e);
      const [r, g, b, a] = rgba(box ? style.fill : style.backgroundColor);
      if (a > 0) layers.push([[r, g, b], a]);
      if (a === 1) break;
    }
    return layers.reverse().reduce((below, [c, a]) => over(c, below, a), [255, 255, 255]);
  };
  const opacity = (element) => {
    let product = 1;
    for (let e = element; e; e = e.parentElement) product *= Number(getComputedStyle(e).opacity);
    return product;
  };
  const weak = [];
  let seen = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const hidden = !element.checkVisibility({visibilityProperty: true});
    const outside = element.closest(".skip, script, style, title, option, desc");
    if (!walk.currentNode.data.trim() || hidden || outside) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const drawn = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
    const back = behind(element), [r, g, b, a] = rgba(drawn);
    const front = over([r, g, b], back, a * opacity(element));
    const [low, high] = [light(front), light(back)].sort((p, q) => p - q);
    const ratio = (high + 0.05) / (low + 0.05);
    const said = walk.currentNode.data.trim().slice(0, 40);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${drawn} on ${back.map(Math.round)}: ${said}`);
  }
  return {seen, weak: [...new Set(weak)]};
}
"""
