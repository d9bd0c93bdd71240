import { can } from '../../../resources/capabilities.ts'
import { rupees, showNumber } from '../../../resources/define/show.ts'
import { usePerson } from '../../account/person.ts'
import { useShortcuts } from '../../derive/grid/use-shortcuts.ts'
import { readOn } from '../../derive/record/when.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import { useSelected } from '../../derive/work/use-selected.ts'
import { WorkLine } from '../../derive/work/work-line.tsx'
import { Drawer } from '../../shell/drawer.tsx'
import { Empty } from '../../shell/empty.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { SapConsole } from '../sap/console.tsx'
import { useOpenMessage } from '../sap/use-open-message.ts'
import { lateWords, type StuckItem, stuckGroups } from './stuck-items.ts'
import StuckPane from './stuck-pane.tsx'
import '../../derive/show/show.css'
import '../show/marks.css'
import '../order-lists.css'
import '../../derive/record/record.css'
import './stuck.css'

const keyOf = ({ key }: StuckItem) => key

/** What is stuck between the portal and SAP as a list of work; beside it what the open item needs. */
export function StuckList({ items }: { items: readonly StuckItem[] }) {
  const { user } = usePerson()
  const narrow = useNarrow()
  const today = readOn()
  const groups = stuckGroups(items, rupees)
  const inOrder = groups.flatMap(group => group.items)
  const { selected, select, move } = useSelected(inOrder, keyOf, !narrow)
  const { opened, open } = useOpenMessage()
  const opensConsole = can(user, 'openSapConsole')
  useShortcuts(true, { j: () => move(1), k: () => move(-1) })
  if (items.length === 0)
    return <Empty kind="done" text="Nothing is stuck: SAP has what was sent, and the portal what was read." />
  const alike = selected ? items.filter(item => item.alike === selected.alike) : []
  const pane = selected && (
    <StuckPane
      key={selected.key}
      item={selected}
      alike={alike}
      onOpenMessage={opensConsole ? open : undefined}
      hasHead={!narrow}
    />
  )
  return (
    <>
      <p className="work-head" role="status">
        <Head items={items} />
      </p>
      <div className={narrow ? 'work' : 'work has-pane stuck'}>
        <div className="work-list">
          {groups.map(({ title, items: ofGroup, note }) => (
            <section key={title} aria-labelledby={`stuck-${title}`} className="work-group">
              <h2 id={`stuck-${title}`} className={title === 'With you' ? 'is-late' : undefined}>
                {title} {note && <span className="quiet">{note}</span>}
              </h2>
              <ul>
                {ofGroup.map(item => (
                  <WorkLine
                    key={item.key}
                    who={item.who}
                    amount={item.amount}
                    why={item.cause}
                    due={<Due item={item} today={today} />}
                    note={item.no}
                    isOpen={item === selected}
                    opens={() => select(item)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {!narrow && selected && (
          <section className="work-pane" aria-label={`${selected.who} ${selected.no}`}>
            {pane}
          </section>
        )}
      </div>
      {narrow && selected && (
        <Drawer
          open
          onClose={() => select(null)}
          width="100vw"
          title={selected.who}
          closeIcon={<Icon name="close" />}
          rootClassName="work-drawer"
        >
          {pane}
        </Drawer>
      )}
      {opened > 0 && opensConsole && <SapConsole messageId={opened} onOpen={open} onClose={() => open(null)} />}
    </>
  )
}

/** How many there are, how many of them are the reader's, and what they hold up. */
function Head({ items }: { items: readonly StuckItem[] }) {
  const mine = items.filter(({ isMine, of }) => isMine && of.kind !== 'reading').length
  const worth = items.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <span>
      <strong>{showNumber(items.length)}</strong> {items.length === 1 ? 'waits' : 'wait'}
      {mine > 0 && ` · ${mine} with you`}
      {worth > 0 && (
        <>
          {' · '}
          <strong>{rupees(worth)}</strong> held up
        </>
      )}
    </span>
  )
}

function Due({ item, today }: { item: StuckItem; today: string }) {
  const by = item.isMine ? '' : item.by
  if (item.of.kind === 'reading') return <span className="work-due quiet">{by}</span>
  return <strong className="work-due is-late">{[by, lateWords(item.since, today)].filter(Boolean).join(', ')}</strong>
}
