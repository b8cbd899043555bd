// Which list a page shows: under this name its columns and views are saved.
import { useLocation } from 'wouter'

/** The last part of the path: orders, transactions, deliveries. */
export function useListName(): string {
  const [location] = useLocation()
  return location.split('/').at(-1) ?? ''
}
