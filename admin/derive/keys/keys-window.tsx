import './keys.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useState } from 'react'
import { HOME_LETTER, homeTitles } from '../../../resources/menu/nouns.ts'
import { type Person, usePerson } from '../../account/person.ts'
import { gridSettingsQuery, saveShortcuts } from '../../shell/grid-settings.ts'
import { nounsFor } from '../../shell/menu/menu-tree.ts'
import { Modal } from '../../shell/modal.tsx'
import { listening } from '../grid/use-shortcuts.ts'

type KeySaid = readonly [key: string, does: string]

/** One act has one letter, everywhere. */
const letters: Readonly<Record<string, string>> = {
  j: 'To the next one of the list',
  k: 'To the one before it',
  x: 'Tick it, to decide several together',
  n: 'Create a row',
  e: 'Edit the row that has the focus',
  z: 'Undo',
  '/': 'Go to search',
}
const inGrid: readonly KeySaid[] = [
  ['← ↑ → ↓', 'Go from cell to cell'],
  ['Home, End', 'To the first or last column; with Ctrl also to the first or last row'],
  ['Page up, Page down', 'A screenful of rows up or down'],
  [
    'Enter',
    'Edit the cell where that is possible, else open the row; in the last column go to its buttons, Esc leads back',
  ],
  ['Space', 'Mark the row; with Shift all rows since the last one marked'],
]
const onHead: readonly KeySaid[] = [
  ['Enter', 'Sort by the column; with Shift also by it'],
  ['Alt + ↓', 'The menu of the column: sort, move, width, pin, hide'],
  ['Shift + ← →', 'Narrower or wider'],
  ['Ctrl + Shift + ← →', 'Move the column'],
]

const anywhere: readonly KeySaid[] = [
  ['Ctrl + K', 'Find a record, an act or a screen'],
  ['?', 'Show these keys'],
]

/** The keys that lead to each line of a person's side bar, with its title. */
const goKeysOf = (person: Person): readonly KeySaid[] => [
  [`g ${HOME_LETTER.toLowerCase()}`, homeTitles[person.user.customerId === null ? 'staff' : 'buyer']],
  ...nounsFor(person).map(({ letter, title }): KeySaid => [`g ${letter.toLowerCase()}`, title]),
]

const names: Readonly<Record<string, string>> = { Control: 'Ctrl', Enter: '↵', ArrowUp: '↑', ArrowDown: '↓' }
const keyText = (shortcut: string) =>
  shortcut
    .split('+')
    .map(key => names[key] ?? key)
    .join(' + ')

/** The single keys that the page listens to; what a button takes as well is said by the button. */
function singleKeys(): readonly KeySaid[] {
  const live = [...listening].flatMap(({ current }) => Object.keys(current).filter(key => current[key]))
  return Object.entries(letters).filter(([key]) => live.includes(key))
}

/** What the buttons of the page take, each key once, by their names. */
function buttonKeys(): readonly KeySaid[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts]')]
  const said = buttons.map((button): KeySaid => {
    const words = button.cloneNode(true) as HTMLElement
    for (const hidden of words.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    const name = button.getAttribute('aria-label') ?? words.textContent?.trim() ?? ''
    return [keyText(button.getAttribute('aria-keyshortcuts')!.split(' ')[0]!), name.replace('…', '')]
  })
  return [...new Map(said.filter(([, name]) => name !== '')).entries()]
}

/** The keys of the page that is open and those of every page, with the switch for single keys (WCAG 2.1.4). */
export default function KeysWindow({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const person = usePerson()
  const { data } = useQuery(gridSettingsQuery)
  const on = data?.shortcuts !== false
  const [buttons] = useState(buttonKeys)
  const [singles] = useState(singleKeys)
  const [hasGrid] = useState(() => document.querySelector('main [role=grid]') !== null)
  return (
    <Modal open title="Keyboard shortcuts" footer={null} onCancel={onClose} width={520}>
      <div className="key-switch">
        <Switch id="single-keys" checked={on} onChange={checked => void saveShortcuts(client, checked)} />
        <label htmlFor="single-keys">Single keys are commands, on all screens</label>
      </div>
      <Keys title="What the page does" keys={[...singles, ...buttons]} />
      {hasGrid && <Keys title="In the rows" keys={inGrid} />}
      {hasGrid && <Keys title="On the head of a column" keys={onHead} />}
      <Keys title="On every page" keys={anywhere} />
      {on && <Keys title="Go to" keys={goKeysOf(person)} />}
    </Modal>
  )
}

const Keys = ({ title, keys }: { title: string; keys: readonly KeySaid[] }) =>
  keys.length > 0 && (
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
