// How addresses are read: a part that names something is decoded once, whatever characters it has.
import { useParams } from 'wouter'
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'

// wouter decodes a whole address before it looks for the parts, after which "%" of a name and "%" of the encoding look the
// same. Escaped once more, its decoding gives back what the browser shows.
const asShown = (text: string) => text.replaceAll('%', '%25')

/** For wouter's Router: the path as the browser shows it. */
export function useShownPath(): ReturnType<typeof useBrowserLocation> {
  const [path, navigate] = useBrowserLocation()
  return [asShown(path), navigate]
}

/** For wouter's Router: the part behind "?" as the browser shows it. */
export function useShownSearch(): string {
  return asShown(useBrowserSearch())
}

/** The value of `:name` in the page's path. */
export function usePathParameter(name: string): string {
  const { [name]: part = '' } = useParams<Readonly<Record<string, string>>>()
  return decodePart(part)
}

export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Typed, with a "%" that is no escape.
    return part
  }
}
