// Catches what goes wrong while a page is drawn, so that the rest of the console stays.
import { Component, type ReactNode } from 'react'
import { ErrorState } from '../parts/states.tsx'

interface BoundaryProps {
  readonly children: ReactNode
}

/** React has no other way to catch this than a class. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    // A file of an older build is gone after an update: only the whole page helps.
    return error === undefined ? this.props.children : <ErrorState error={error} onRetry={() => location.reload()} />
  }
}
