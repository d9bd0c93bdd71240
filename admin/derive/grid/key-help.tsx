import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { HOME_LETTER, homeTitles } from '../../../resources/menu/nouns.ts'
import { type Person, usePerson } from '../../account/person.ts'
import { saveShortcuts } from '../../shell/grid-settings.ts'
import { nounsFor } from '../../shell/menu/menu-tree.ts'
import { Modal } from '../../shell/modal.tsx'

const anywhere = [
  ['/', 'Go to search'],
  ['n', 'Create a row'],
  ['e', 'Edit the row that has the focus'],
  ['?', 'Show these keys'],
]
const inGrid = [
  ['← ↑ → ↓', 'Go from cell to cell'],
  ['Home, End', 'To the first or last column; with Ctrl also to the first or last row'],
  ['Page up, Page down', 'A screenful of rows up or down'],
  [
    'Enter',
    'Edit the cell where that is possible, else open the row; in the last column go to its buttons, Esc leads back',
  ],
  ['Space', 'Mark the row; with Shift all rows since the last one marked'],
]
const onHead = [
  ['Enter', 'Sort by the column; with Shift also by it'],
  ['Alt + ↓', 'The menu of the column: sort, move, width, pin, hide'],
  ['Shift + ← →', 'Narrower or wider'],
  ['Ctrl + Shift + ← →', 'Move the column'],
]

/** The keys that lead to each line of a person's side bar, with its title. */
const goKeysOf = (person: Person) => [
  [`g ${HOME_LETTER.toLowerCase()}`, homeTitles[person.user.customerId === null ? 'staff' : 'buyer']],
  ...nounsFor(person).map(({ letter, title }) => [`g ${letter.toLowerCase()}`, title]),
]

/** The keys of a list, with the switch for single-letter shortcuts (WCAG 2.1.4). */
export default function KeyHelp({ on, onClose }: { on: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const person = usePerson()
  return (
    <Modal open title="Keyboard shortcuts" footer={null} onCancel={onClose} width={520}>
      <div className="key-switch">
        <Switch id="single-keys" checked={on} onChange={checked => void saveShortcuts(client, checked)} />
        <label htmlFor="single-keys">Single keys are commands, on all screens</label>
      </div>
      {on && <Keys title="Anywhere on the page" keys={anywhere} />}
      {on && <Keys title="Go to" keys={goKeysOf(person)} />}
      <Keys title="In the rows" keys={inGrid} />
      <Keys title="On the head of a column" keys={onHead} />
    </Modal>
  )
}

const Keys = ({ title, keys }: { title: string; keys: readonly (readonly string[])[] }) => (
  <section className="keys">
    <h3>{title}</h3>
    <dl>
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
