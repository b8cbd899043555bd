// Shows the merchant's initial where its logo cannot be loaded, as pages without a logo do.

for (const logo of document.querySelectorAll('img.logo')) {
  if (!(logo instanceof HTMLImageElement)) continue
  const showInitial = () => {
    logo.hidden = true
    if (logo.nextElementSibling instanceof HTMLElement) logo.nextElementSibling.hidden = false
  }
  // It may have failed before this script was loaded.
  if (logo.complete && logo.naturalWidth === 0) showInitial()
  else logo.addEventListener('error', showInitial)
}
