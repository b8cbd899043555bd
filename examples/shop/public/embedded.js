// Shows the payment page inside an element of the shop.
const place = document.querySelector('#payment')

Checkout.configure({ session: { id: place.dataset.sessionId } })
Checkout.showEmbeddedPage('#payment')

// Named by data-error of the library's script tag.
window.showProblem = ({ explanation }) => {
  document.querySelector('#problem').textContent = explanation
}
