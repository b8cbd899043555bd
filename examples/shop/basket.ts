// What this shop sells: always the same. Amounts are text, as the gateway takes them; they never become floating point.

export interface Basket {
  readonly description: string
  readonly amount: string
  readonly currency: string
  readonly items: readonly { readonly name: string; readonly quantity: number; readonly unitPrice: string }[]
}

export const basket: Basket = {
  description: 'Tea for two',
  amount: '47.50',
  currency: 'USD',
  items: [
    { name: 'Darjeeling, first flush, 100 g', quantity: 2, unitPrice: '16.50' },
    { name: 'Tea strainer, brass', quantity: 1, unitPrice: '14.50' },
  ],
}
