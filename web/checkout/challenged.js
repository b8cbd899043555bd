// Tells the page around the bank's frame that the bank is done: ours goes on, and a shop's or app's page may. The message
// holds nothing else, so that any page may hear it, also one without an origin.

if (window.parent !== window) window.parent.postMessage({ source: 'tollgate-challenge' }, '*')
