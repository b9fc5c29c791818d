"use strict";
(() => {
  const form = document.getElementById("filters");
  const claims = [...document.querySelectorAll("article.claim")];
  const readings = claims.map((c) => [...c.querySelectorAll("details.reading")]);
  const sections = [...document.querySelectorAll("section.draft")];
  const count = document.getElementById("count");
  const empty = document.getElementById("empty");
  const fields = ["draft", "headline", "severity", "verdict", "kind", "text"];
  const words = new Map();
  const total = readings.reduce((sum, r) => sum + r.length, 0);

  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const wanted = () => Object.fromEntries(fields.map((f) => [f, form.elements[f].value.trim()]));
  const text = (claim) => {
    if (!words.has(claim)) words.set(claim, claim.textContent.toLowerCase());
    return words.get(claim);
  };

  function apply() {
    const want = wanted();
    const sought = want.text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0, matching = 0;
    claims.forEach((claim, i) => {
      const fits = (!want.draft || claim.dataset.drafts.split(" ").includes(want.draft))
        && (!want.headline || claim.dataset.headline === want.headline)
        && (!want.severity || claim.dataset.severity === want.severity)
        && (!want.kind || claim.dataset.kind === want.kind)
        && (!want.verdict || claim.dataset.verdicts.split(" ").includes(want.verdict))
        && sought.every((word) => text(claim).includes(word));
      claim.hidden = !fits;
      if (!fits) return;
      shown += 1;
      for (const reading of readings[i]) {
        reading.hidden = Boolean(want.verdict) && reading.dataset.verdict !== want.verdict;
        matching += reading.hidden ? 0 : 1;
      }
    });
    for (const section of sections) section.hidden = !section.querySelector("article.claim:not([hidden])");
    count.textContent = `${shown} of ${claims.length} claims, ${matching} of ${total} readings`;
    empty.hidden = shown > 0;
    return want;
  }

  function remember() {
    const set = Object.entries(apply()).filter(([, value]) => value);
    const hash = new URLSearchParams(set).toString();
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  function fill(state) {
    for (const f of fields) form.elements[f].value = state.get(f) ?? "";
    apply();
  }

  function follow() {
    const hash = location.hash.slice(1);
    const target = document.getElementById(decoded(hash));
    if (target) {
      if (target.closest("[hidden]")) { fill(new URLSearchParams()); }
      if (target.matches("details")) target.open = true;
      target.scrollIntoView();
    } else if (hash.includes("=")) {
      fill(new URLSearchParams(hash));
      form.scrollIntoView();
    }
  }

  form.hidden = false;
  form.addEventListener("input", remember);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(remember));
  addEventListener("hashchange", follow);
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const d of closed) d.open = true;
  });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
  apply();
  follow();
})();
