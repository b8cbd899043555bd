// The frame of every dialog: it can be closed by a button with a name, and gives the focus back.
import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '../language/text.ts'

export function Dialog({ opened, ...rest }: ModalProps) {
  useFocusBack(opened)
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('Close') }} returnFocus={false} {...rest} />
}

/** Most dialogs are there only while they are open, which the component's own way of giving back takes no notice of. */
function useFocusBack(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const opener = openerNow()
    return () => {
      // The element that opened the dialog may be gone after the action: then the focus moves to the page.
      const place = opener?.isConnected ? opener : document.querySelector('.page-title')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
  }, [isOpen])
}

/** A button that waits for an answer before the dialog opens cannot keep the focus, nor can what a menu closes with. */
let lastFocused: Element | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target
})

/** What has the focus, or had it last; of a menu, the button that it belongs to. */
function openerNow(): Element | null {
  const { activeElement } = document
  const focused = activeElement === document.body ? lastFocused : activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}
