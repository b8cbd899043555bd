// Ids of orders and transactions with characters that mean something in addresses and in markup. The API takes any text for
// these; tokens are letters and digits, notifications hex.
export const specialIds: readonly string[] = [
  '100%',
  '%2F',
  '%252F',
  '%zz',
  'a/b?c#d',
  '../../orders',
  'a&b=c;d,e+f g',
  `"><script>alert(1)</script>`,
  `'"\`\\`,
  'Ærø 東京 🧾',
  'https://evil.example/',
  'javascript:alert(2)',
]
