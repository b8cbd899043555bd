// Goes on to the provider by itself.

const { url } = document.querySelector('main')?.dataset ?? {}
if (url) location.replace(url)
