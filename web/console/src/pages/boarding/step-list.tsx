// The steps of boarding, which of them is shown, and a way to each.
import './boarding.css'
import { UnstyledButton } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { t } from '../../language/text.ts'
import { boardingSteps } from './steps.ts'

interface StepListProps {
  readonly current: number
  /** The first step has to be filled in before. */
  readonly mayMove: boolean
  readonly onChoose: (step: number) => void
}

export function StepList({ current, mayMove, onChoose }: StepListProps) {
  const isFirst = useRef(true)
  // A new step begins at its top, and is announced; the first one leaves the focus where it is.
  const focusCurrent = useCallback((button: HTMLButtonElement | null) => {
    if (button && !isFirst.current) {
      // The bar at the top of the page covers what merely comes into view.
      button.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    if (button) isFirst.current = false
  }, [])
  return (
    <nav aria-label={t('Steps')}>
      <ol className="boarding-steps">
        {boardingSteps.map(({ title }, index) => (
          <li key={title} data-done={index < current}>
            <UnstyledButton
              ref={index === current ? focusCurrent : null}
              {...(index === current && { 'aria-current': 'step' as const })}
              disabled={!mayMove && index !== current}
              onClick={() => onChoose(index)}
            >
              <span className="boarding-step-number" aria-hidden="true">
                {index + 1}
              </span>
              <span>{title}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}
