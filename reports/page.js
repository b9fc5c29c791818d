"use strict";
// What pages do beyond their links: narrow, search and highlight, unfold, come back, trace.
(() => {
  const root = document.documentElement;
  const form = document.getElementById("filters");
  const claims = [...document.querySelectorAll("article.claim")];
  const readings = claims.map((c) => [...c.querySelectorAll("details.reading")]);
  const sections = [...document.querySelectorAll("section.draft")];
  const folds = [...document.querySelectorAll("details")];
  const total = readings.reduce((sum, r) => sum + r.length, 0);
  const fields = ["draft", "headline", "severity", "verdict", "kind", "text"].filter((f) => form && form.elements[f]);
  const texts = new Map();

  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const words = () => (form ? form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean) : []);
  const text = (e) => {
    if (!texts.has(e)) texts.set(e, e.textContent.toLowerCase());
    return texts.get(e);
  };

  // Formulas and tables that scroll can be reached and moved with the keyboard.
  function reachable() {
    for (const box of document.querySelectorAll(".scroll, .given")) {
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  function unfold(element) {
    for (let d = element.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
  }

  // Narrowing

  function fits(claim, want, sought) {
    const has = claim.dataset;
    return (!want.draft || has.drafts.split(" ").includes(want.draft))
      && (!want.headline || has.headline === want.headline)
      && (!want.severity || has.severity === want.severity)
      && (!want.kind || has.kind === want.kind)
      && (!want.verdict || has.verdicts.split(" ").includes(want.verdict))
      && sought.every((word) => text(claim).includes(word));
  }

  function apply() {
    const want = Object.fromEntries(fields.map((f) => [f, form.elements[f].value.trim()]));
    const sought = words();
    let shown = 0, matching = 0;
    claims.forEach((claim, i) => {
      claim.hidden = !fits(claim, want, sought);
      if (claim.hidden) return;
      shown += 1;
      for (const reading of readings[i]) {
        reading.hidden = Boolean(want.verdict) && reading.dataset.verdict !== want.verdict;
        matching += reading.hidden ? 0 : 1;
      }
    });
    for (const section of sections) section.hidden = section.id !== "ledger" && !section.querySelector("article.claim:not([hidden])");
    document.getElementById("count").textContent = `${shown} of ${claims.length} claims, ${matching} of ${total} readings`;
    document.getElementById("empty").hidden = shown > 0;
    highlight();
    return want;
  }

  // What is sought is marked, and unfolded where it is inside a reading.
  function highlight() {
    if (!window.Highlight || !CSS.highlights) return;
    const sought = words().filter((word) => word.length > 1), ranges = [];
    for (const claim of sought.length ? claims : []) {
      if (claim.hidden) continue;
      const walk = document.createTreeWalker(claim, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode, said = node.data.toLowerCase();
        for (const word of sought) {
          for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges.slice(0, 5000)));
    if (sought.some((word) => word.length > 2)) ranges.slice(0, 200).forEach((r) => unfold(r.startContainer.parentElement));
  }

  function remember() {
    const set = Object.entries(apply()).filter(([, value]) => value);
    const hash = new URLSearchParams(set).toString();
    history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  function fill(state) {
    for (const f of fields) form.elements[f].value = state.get(f) ?? "";
    apply();
  }

  // Following a link, and coming back

  function kept() {
    const open = folds.flatMap((d, i) => (d.open ? [i] : []));
    const chosen = form ? Object.fromEntries(fields.map((f) => [f, form.elements[f].value])) : {};
    return { open, chosen, top: scrollY };
  }

  function restore(state) {
    const open = new Set(state.open);
    folds.forEach((d, i) => { d.open = open.has(i); });
    if (form) fill(new URLSearchParams(state.chosen));
    requestAnimationFrame(() => scrollTo(0, state.top));
  }

  function follow() {
    const hash = location.hash.slice(1);
    const target = document.getElementById(decoded(hash));
    if (target) {
      if (form && target.closest("[hidden]")) fill(new URLSearchParams());
      if (target.parentElement) unfold(target);
      target.scrollIntoView();
    } else if (form && hash.includes("=")) {
      fill(new URLSearchParams(hash));
      form.scrollIntoView({ block: "nearest" });
    }
  }

  const keep = () => history.replaceState(kept(), "");
  let returned = false;
  addEventListener("click", (event) => {
    returned = false;
    if (event.target.closest("a[href]")) keep();
  }, true);
  addEventListener("pagehide", keep);
  addEventListener("popstate", (event) => {
    returned = Boolean(event.state);
    if (event.state) restore(event.state);
  });
  addEventListener("hashchange", () => {
    if (!returned) follow();
    returned = false;
  });

  // The graph: what a claim depends on, and what depends on it

  function trace(svg) {
    const boxes = new Map([...svg.querySelectorAll("a[data-claim]")].map((a) => [a.dataset.claim, a]));
    const lines = [...svg.querySelectorAll(".edge")];
    const said = document.getElementById("traced");
    const reach = (start, from, to) => {
      const seen = new Set([start]), along = [], todo = [start];
      while (todo.length) {
        const at = todo.pop();
        for (const line of lines) {
          if (line.dataset[from] !== at) continue;
          along.push(line);
          if (!seen.has(line.dataset[to])) { seen.add(line.dataset[to]); todo.push(line.dataset[to]); }
        }
      }
      return [seen, along];
    };
    const clear = () => {
      svg.classList.remove("tracing");
      for (const e of svg.querySelectorAll(".near")) e.classList.remove("near");
      said.hidden = true;
    };
    const show = (box) => {
      clear();
      const [below, down] = reach(box.dataset.claim, "to", "from");
      const [above, up] = reach(box.dataset.claim, "from", "to");
      for (const name of [...below, ...above]) boxes.get(name).classList.add("near");
      for (const line of [...down, ...up]) line.classList.add("near");
      svg.classList.add("tracing");
      said.textContent = `${box.querySelector("title").textContent}. Depends on ${below.size - 1}, and ${above.size - 1} depend on it.`;
      said.hidden = false;
    };
    for (const box of boxes.values()) {
      box.addEventListener("pointerenter", () => show(box));
      box.addEventListener("focus", () => show(box));
      box.addEventListener("blur", clear);
    }
    svg.addEventListener("pointerleave", clear);
  }

  for (const svg of document.querySelectorAll("svg.graph")) trace(svg);

  // Start

  if (form) {
    form.hidden = false;
    const expand = document.getElementById("expand");
    form.addEventListener("input", remember);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(remember));
    expand.addEventListener("click", () => {
      const open = expand.getAttribute("aria-pressed") !== "true";
      for (const d of folds) d.open = open;
      expand.setAttribute("aria-pressed", String(open));
      expand.textContent = open ? "Fold all" : "Expand all";
    });
    const measure = () => {
      const sticks = getComputedStyle(form).position === "sticky";
      root.style.setProperty("--bar", sticks ? `${form.offsetHeight}px` : "0px");
    };
    new ResizeObserver(measure).observe(form);
    measure();
    apply();
  }
  const narrow = matchMedia("(max-width: 40rem)");
  for (const list of document.querySelectorAll("details.listed")) if (narrow.matches) list.open = true;
  document.addEventListener("toggle", reachable, true);
  addEventListener("resize", reachable);
  if (history.state && history.state.open) restore(history.state);
  else follow();
  reachable();
})();
