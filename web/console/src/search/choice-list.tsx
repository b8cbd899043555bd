// The results below the search field, in groups; the focus stays in the field.
import { t } from '../language/text.ts'
import { Icon } from '../parts/icon.tsx'
import type { ChoiceGroup, SearchChoice } from './search-choices.tsx'

interface ChoiceListProps {
  readonly id: string
  readonly groups: readonly ChoiceGroup[]
  readonly chosen: number
  readonly onHover: (index: number) => void
  readonly onChoose: (choice: SearchChoice) => void
  readonly isStale: boolean
}

export function ChoiceList({ id, groups, chosen, onHover, onChoose, isStale }: ChoiceListProps) {
  let index = -1
  return (
    <div id={id} role="listbox" aria-label={t('Results')} className={isStale ? 'search-list is-stale' : 'search-list'}>
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a list box, not of a form
        <div key={title} role="group" aria-label={title}>
          <div className="search-group" aria-hidden="true">
            {title}
          </div>
          {choices.map((choice) => {
            index += 1
            const at = index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which has the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <div
                key={choice.href}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                className="search-choice"
                ref={(element) => {
                  if (element && at === chosen) element.scrollIntoView({ block: 'nearest' })
                }}
                onMouseMove={() => at !== chosen && onHover(at)}
                onClick={() => onChoose(choice)}
              >
                <Icon name={choice.icon} size={16} />
                <span className="search-choice-text">
                  <span className="search-choice-title">{choice.title}</span>
                  {choice.detail && <span className="search-choice-detail">{choice.detail}</span>}
                </span>
                {choice.aside && <span className="search-choice-aside">{choice.aside}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
