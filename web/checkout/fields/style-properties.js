// The properties of a merchant's own field that ours takes over: none of them reaches out of a field or loads anything.

const sides = ['top', 'right', 'bottom', 'left']
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

/** What a look is copied by. */
export const copiedProperties = [
  'background-color',
  ...sides.flatMap((side) => ['color', 'style', 'width'].map((part) => `border-${side}-${part}`)),
  ...corners.map((corner) => `border-${corner}-radius`),
  'caret-color',
  'color',
  'color-scheme',
  'direction',
  'font-family',
  'font-feature-settings',
  'font-size',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'line-height',
  ...sides.map((side) => `padding-${side}`),
  'text-align',
  'text-indent',
  'text-shadow',
  'text-transform',
  'word-spacing',
]

/** What a merchant may ask for besides, for fields that are pointed at, typed into or empty. */
export const styledProperties = new Set([
  ...copiedProperties,
  ...sides.map((side) => `border-${side}`),
  'background',
  'border',
  'border-color',
  'border-radius',
  'border-style',
  'border-width',
  'box-shadow',
  'font',
  'opacity',
  'outline',
  'outline-color',
  'outline-offset',
  'outline-style',
  'outline-width',
  'padding',
  'text-decoration',
])
