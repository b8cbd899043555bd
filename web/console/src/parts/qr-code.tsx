// A text that a telephone can read from the screen.
import { encode } from 'uqr'

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    // White also in the dark: not every camera reads it the other way round.
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#0f191d" d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  )
}
