"use strict";
// The explorer: reads the tables of the page, says one number with its command, draws its neighbours.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const W = 360, H = 270, LEFT = 58, RIGHT = 16, TOP = 34, BOTTOM = 46;

  // The tables

  const quotient = (text) => { const [a, b = 1] = text.split("/"); return a / b; };

  function cell(td) {
    const text = td.textContent, mark = /^(beyond|undecided) /.exec(text);
    const said = mark ? text.slice(mark[0].length) : text;
    const ends = said.split("= ").at(-1).replace(/^at least |[[\]]/g, "").split(", ");
    const [lo, hi] = [ends[0], ends.at(-1)].map((end) => (end === "infinite" ? Infinity : quotient(end)));
    return { said, lo, hi, middle: (lo + hi) / 2, verdict: mark ? mark[1] : "within" };
  }

  function grid(table) {
    const epsilons = [...table.tHead.rows[0].cells].slice(1).map((th) => th.textContent);
    const rows = [...table.tBodies[0].rows];
    const cells = rows.map((row) => [...row.cells].slice(1).map(cell));
    const title = table.caption.firstChild.data.replace(/: $/, "");
    return { ...table.dataset, title, epsilons, sizes: rows.map((row) => row.cells[0].textContent), cells };
  }

  const grids = [...document.querySelectorAll("table.grid")].map(grid);
  const find = (kind, name, prior) => grids.find((g) => g.kind === kind && g.name === name && (!prior || g.prior === prior));

  // Drawing

  function made(tag, attributes, ...inside) {
    const element = tag === "p" || tag === "pre" || tag === "b" ? document.createElement(tag) : document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  }

  const brief = (value) => String(Number(value.toPrecision(4)));

  function ticks(lo, hi, log) {
    if (!log) {
      const raw = (hi - lo) / 5, power = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= raw * 0.999);
      return Array.from({ length: Math.floor(hi / step + 1e-9) + 1 }, (_, i) => i * step).filter((t) => t >= lo);
    }
    const found = [];
    for (let e = Math.floor(Math.log10(lo)); e <= Math.log10(hi); e += 1) for (const f of [1, 3]) found.push(f * 10 ** e);
    return found.filter((t) => t >= lo * 0.999 && t <= hi * 1.001);
  }

  function scale(values, log, from, to) {
    let lo = log ? Math.min(...values) : 0, hi = Math.max(...values);
    if (!(hi > lo)) [lo, hi] = [lo / 2, hi * 2];
    if (!log) hi *= 1.08;
    const part = (v) => (log ? Math.log(v / lo) / Math.log(hi / lo) : (v - lo) / (hi - lo));
    return { lo, hi, at: (v) => from + part(v) * (to - from) };
  }

  // A chart: lines of points {x, y, verdict, chosen}, and a level that is claimed.
  function chart({ title, said, xLabel, yLabel, lines, level, logY, names }) {
    const all = lines.flatMap((line) => line.points);
    const x = scale(all.map((p) => p.x), true, LEFT, W - RIGHT);
    const y = scale([...all.map((p) => p.y), ...(level ? [level.y] : [])].filter(Number.isFinite), logY, H - BOTTOM, TOP);
    const text = (words, at) => made("text", at, words);
    const svg = made("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}. ${said}` });
    svg.append(text(title, { x: W / 2, y: 20, "text-anchor": "middle", class: "title" }));
    for (const t of ticks(y.lo, y.hi, logY)) {
      svg.append(made("path", { class: "grid", d: `M${LEFT} ${y.at(t)}H${W - RIGHT}` }));
      svg.append(text(brief(t), { x: LEFT - 5, y: y.at(t) + 4, "text-anchor": "end" }));
    }
    for (const [value, words] of names) svg.append(text(words, { x: x.at(value), y: H - BOTTOM + 16, "text-anchor": "middle" }));
    svg.append(made("path", { class: "axis", d: `M${LEFT} ${TOP}V${H - BOTTOM}H${W - RIGHT}` }));
    svg.append(text(xLabel, { x: (LEFT + W - RIGHT) / 2, y: H - 10, "text-anchor": "middle" }));
    svg.append(text(yLabel, { transform: "rotate(-90)", x: -(TOP + H - BOTTOM) / 2, y: 14, "text-anchor": "middle" }));
    if (level) {
      svg.append(made("path", { class: "mark s1", d: `M${LEFT} ${y.at(level.y)}H${W - RIGHT}` }));
      const above = lines[0].points.slice(-3).reduce((sum, p) => sum + p.y - level.y, 0) > 0;
      svg.append(text(level.words, { class: "tag s1", x: W - RIGHT, y: y.at(level.y) + (above ? 15 : -5), "text-anchor": "end" }));
    }
    for (const { points, series, words, below } of lines) {
      const shown = points.filter((p) => Number.isFinite(p.y)).map((p) => ({ ...p, px: x.at(p.x), py: y.at(p.y) }));
      svg.append(made("path", { class: `line s${series}`, d: `M${shown.map((p) => `${p.px} ${p.py}`).join("L")}` }));
      for (const p of shown) {
        const cross = made("path", { class: "cross s1", d: `M${p.px - 4} ${p.py - 4}l8 8m0-8l-8 8` });
        const open = p.verdict === "undecided";
        const dot = made("circle", { class: `${open ? "stem " : ""}s${series}`, cx: p.px, cy: p.py, r: open ? 4 : 2.4 });
        svg.append(p.verdict === "beyond" ? cross : dot);
        if (!p.chosen) continue;
        svg.append(made("circle", { class: `stem s${series}`, cx: p.px, cy: p.py, r: 7 }));
        const end = p.px > W / 2 ? "end" : "start";
        const beside = p.px + (end === "end" ? -10 : 10);
        svg.append(text(`${words ? `${words} ` : ""}${brief(p.y)}`, { class: `tag s${series}`, x: beside, y: p.py + (below ? 18 : -8), "text-anchor": end }));
      }
    }
    return svg;
  }

  // Few names along an axis, the last among them.
  function thinned(texts, most) {
    const every = Math.ceil(texts.length / most);
    return texts.filter((_, i) => (texts.length - 1 - i) % every === 0).map((t) => [quotient(t), t]);
  }

  // What is chosen

  function choice(section, change) {
    const form = section.querySelector("form"), answer = section.querySelector(".answer"), drawn = section.querySelector(".drawn-here");
    const field = (name) => form.elements[name];
    const slide = (name, texts, wanted) => {
      const input = field(name), near = (t) => Math.abs(Math.log(quotient(t) / quotient(wanted)));
      input.max = texts.length - 1;
      if (wanted) input.value = texts.indexOf(texts.reduce((a, b) => (near(b) < near(a) ? b : a)));
      const chosen = texts[input.value];
      input.setAttribute("aria-valuetext", chosen);
      input.previousElementSibling.textContent = chosen;
      return Number(input.value);
    };
    const show = (...inside) => answer.replaceChildren(...inside);
    form.hidden = answer.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => change());
    return { field, slide, show, draw: (...charts) => drawn.replaceChildren(...charts) };
  }

  const said = (lead, ...commands) => [made("p", {}, ...lead), made("pre", {}, commands.join("\n"))];
  const strong = (words) => made("b", {}, words);

  // A mechanism's true loss

  let at = { n: "1", epsilon: "1" };
  const one = choice(document.getElementById("one"), () => loss(true));

  function loss(remember, wanted = {}) {
    for (const name of ["mechanism", "prior"]) if (wanted[name]) one.field(name).value = wanted[name];
    const g = find("loss", one.field("mechanism").value, one.field("prior").value);
    const read = (name, texts) => {
      const kept = texts.length - 1 === Number(one.field(name).max) && remember;
      return one.slide(name, texts, kept ? undefined : wanted[name] || at[name]);
    };
    const i = read("n", g.sizes), j = read("epsilon", g.epsilons);
    at = { n: g.sizes[i], epsilon: g.epsilons[j] };
    const option = one.field("mechanism").selectedOptions[0], c = g.cells[i][j];
    const called = option.text, claim = option.dataset.epsilon === "claimed" ? "claimed is at most" : "its nominal epsilon is";
    const level = claim.replace(/ is|its /g, "");
    const where = `at n = ${at.n}, ${g.title}, epsilon = ${at.epsilon}`;
    const words = { within: "Epsilon-private here.", beyond: "Not epsilon-private: more is lost.", undecided: "Undecided: the bounds reach epsilon." };
    one.show(...said([`The true loss of ${called} ${where} is `, strong(c.said), `; ${claim} ${at.epsilon}. `, strong(words[c.verdict])],
      `dpbi loss ${g.name} --prior ${g.prior} --n ${at.n} --epsilon ${at.epsilon}`));
    const point = (x, cell, chosen, by = 1) => ({ x: quotient(x), y: cell.middle / by, verdict: cell.verdict, chosen });
    const overN = g.sizes.map((n, k) => point(n, g.cells[k][j], k === i));
    const overE = g.epsilons.map((e, k) => point(e, g.cells[i][k], k === j, quotient(e)));
    const share = brief(c.middle / quotient(at.epsilon));
    one.draw(
      chart({ title: `${called} over n, epsilon = ${at.epsilon}`, said: `True loss ${brief(c.middle)}; ${claim} ${at.epsilon}.`, xLabel: "n, records (logarithmic)", yLabel: "true loss",
        lines: [{ points: overN, series: 0 }], level: { y: quotient(at.epsilon), words: `${level} ${at.epsilon}` }, names: thinned(g.sizes, 7) }),
      chart({ title: `${called} over epsilon, n = ${at.n}`, said: `${share} times epsilon is lost.`, xLabel: "nominal epsilon (logarithmic)", yLabel: "true loss / epsilon",
        lines: [{ points: overE, series: 0 }], level: { y: 1, words: `${level} 1` }, names: thinned(g.epsilons, 8) }),
    );
    if (remember) {
      const state = new URLSearchParams({ mechanism: g.name, prior: g.prior, ...at });
      history.replaceState(history.state, "", `#${state.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`);
    }
  }

  function follow() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const wanted = Object.fromEntries([...hash].filter(([name]) => ["mechanism", "prior", "n", "epsilon"].includes(name)));
    if (!Object.keys(wanted).length) return;
    const known = ["mechanism", "prior"].every((name) => !wanted[name] || [...one.field(name).options].some((o) => o.value === wanted[name]));
    if (!known || !["n", "epsilon"].every((name) => !wanted[name] || quotient(wanted[name]) > 0)) return;
    loss(false, wanted);
    document.getElementById("one").scrollIntoView();
  }

  // M_H against Laplace

  const two = choice(document.getElementById("two"), () => errors());

  function errors(wanted = {}) {
    const rivals = ["one", "other"].map((name) => ({ grid: find("error", two.field(name).value), called: two.field(name).selectedOptions[0].text }));
    const [a, b] = rivals, { sizes, epsilons } = a.grid;
    const i = two.slide("n", sizes, wanted.n), j = two.slide("epsilon", epsilons, wanted.epsilon);
    const [p, q] = rivals.map((r) => r.grid.cells[i][j]), half = sizes[i] / 2;
    const less = p.hi < q.lo ? a.called : q.hi < p.lo ? b.called : null;
    two.show(...said([`At n = ${sizes[i]}, epsilon = ${epsilons[j]}, the expected error of ${a.called} is `, strong(p.said), `, of ${b.called} `, strong(q.said), ". ", strong(less ? `${less} errs less.` : "Which errs less is not decided.")],
      `dpbi accuracy ${a.grid.name} --prior ${a.grid.prior} --epsilon ${epsilons[j]} --counts ${half},${half} --mean --digits 12 --against ${b.grid.name}`));
    const points = (r) => sizes.map((n, k) => ({ x: Number(n), y: r.grid.cells[k][j].middle, chosen: k === i }));
    const over = { xLabel: "n, records (logarithmic)", names: thinned(sizes, 7) };
    const lines = [{ points: points(a), series: 0, words: "M_H", below: p.middle < q.middle }, { points: points(b), series: 2, words: "Laplace", below: p.middle >= q.middle }];
    const ratio = sizes.map((n, k) => ({ x: Number(n), y: a.grid.cells[k][j].middle / b.grid.cells[k][j].middle, chosen: k === i }));
    two.draw(
      chart({ ...over, title: `Expected error, epsilon = ${epsilons[j]}`, said: `${a.called} ${brief(p.middle)}, ${b.called} ${brief(q.middle)} at n = ${sizes[i]}.`, yLabel: "expected Hellinger distance", lines, logY: true }),
      chart({ ...over, title: "The first divided by the second", said: `${brief(p.middle / q.middle)} at n = ${sizes[i]}.`, yLabel: "ratio of expected errors", lines: [{ points: ratio, series: 0 }], level: { y: 1, words: "equal" } }),
    );
  }

  const first = document.getElementById("one").dataset;
  loss(false, { ...first });
  errors({ n: "20", epsilon: "1" });
  addEventListener("hashchange", follow);
  follow();
})();
