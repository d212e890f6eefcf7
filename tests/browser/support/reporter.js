// Added to the page (framed.html): tells the page around it what is to be seen here, which a test cannot look into from another origin.
setInterval(() => {
  const seen = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => element.textContent.trim());
  const { simulation } = globalThis.tumble ?? {};
  parent.postMessage(
    {
      report: {
        card: seen('.card').join(' '),
        notes: seen('.notes > *'),
        where: simulation?.where ?? null,
        step: simulation?.frame?.step ?? 0,
        title: document.title,
      },
    },
    '*',
  );
}, 100);
