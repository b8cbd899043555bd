// Runs before the first paint, so that a page in the chosen colours never flashes in the others.
// Which colours someone likes is the only thing this page stores.
{
  const chosen = localStorage.getItem('tollgate.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
