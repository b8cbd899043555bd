// A longer text that is read letter by letter, such as the body of a message; scrolls when it is too long.
export function TextBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="text-block" aria-label={label} tabIndex={0}>
      <pre className="code">{children}</pre>
    </section>
  )
}
