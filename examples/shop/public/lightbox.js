// Opens the payment page over the shop. Where the payer goes afterwards is said by the script tag of the library.
const button = document.querySelector('#pay')

Checkout.configure({ session: { id: button.dataset.sessionId } })
button.addEventListener('click', () => Checkout.showLightbox())
// Enabled only now: earlier clicks would have had no effect.
button.disabled = false

// Named by data-error of the library's script tag.
window.showProblem = ({ explanation }) => {
  document.querySelector('#problem').textContent = explanation
}
