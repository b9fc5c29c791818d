(() => {
  const button = document.getElementById("copy");
  const said = document.getElementById("said");
  const source = document.getElementById("markdown");
  const selected = () => {
    source.hidden = false;
    getSelection().selectAllChildren(source);
    const done = document.execCommand("copy");
    getSelection().removeAllRanges();
    source.hidden = true;
    return done;
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      done = selected();
    }
    said.textContent = done ? "Copied." : "The browser did not allow it.";
  });
})();
