import { Checkbox } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { dayOf } from '../../resources/define/dates.ts'
import { rupees, showNumber } from '../../resources/define/show.ts'
import type { MyWork as Answer, showMyWork, WorkItem } from '../../resources/home/commands.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { useShortcuts } from '../derive/grid/use-shortcuts.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { useSelected } from '../derive/work/use-selected.ts'
import { useActKeys } from '../shell/act-keys.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Opening } from '../shell/use-quick-exit.ts'
import type { DecidedTogether } from './ticked-bar.tsx'
import { workPaths } from './work-address.ts'
import { WorkRow } from './work-row.tsx'
import { canBeTicked, groupsOf, hasCardActs, keyOfItem, ticksOf } from './work-state.ts'
import '../derive/work/work.css'

const WorkPane = lazy(() => import('./work-pane.tsx'))
const PaneDrawer = lazy(() => import('./pane-drawer.tsx'))
const CardActs = lazy(() => import('./card-acts.tsx'))
const TickedBar = lazy(() => import('./ticked-bar.tsx'))
const ApproveMany = lazy(() => import('../orders/approvals/approve-many.tsx'))

/** Everything that waits for the person, the most urgent first; beside it what is needed to do the one that is open. */
export function MyWork() {
  const { data, error, refetch } = useAsk(
    at<typeof showMyWork>('GET my-work'),
    {},
    { shows: workPaths, refetchInterval: 60_000 },
  )
  // What became of each order is told here: the rows that were decided leave the list.
  const [together, setTogether] = useState<DecidedTogether | null>(null)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <WorkToCome />
  return (
    <>
      {data.items.length === 0 ? (
        <Empty kind="done" text="Nothing waits for you." />
      ) : (
        <Items answer={data} onDecide={setTogether} />
      )}
      {together && (
        <Suspense fallback={<Opening onClose={() => setTogether(null)} />}>
          <ApproveMany {...together} onClose={() => setTogether(null)} />
        </Suspense>
      )}
    </>
  )
}

function Items({ answer, onDecide }: { answer: Answer; onDecide: (together: DecidedTogether) => void }) {
  const { items } = answer
  const narrow = useNarrow()
  const today = dayOf(new Date().toISOString())
  const groups = groupsOf(items, today)
  const inOrder = groups.flatMap(group => group.items)
  const { selected, select, move } = useSelected(inOrder, keyOfItem, !narrow)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (keys: readonly string[], on: boolean) =>
    setTicked(old => new Set(on ? [...old, ...keys] : [...old].filter(key => !keys.includes(key))))
  const all = ticksOf(inOrder)
  const tickable = selected && ticksOf([selected])[0]
  useActKeys(true)
  useShortcuts(true, {
    j: () => move(1),
    k: () => move(-1),
    x: tickable ? () => tick([tickable], !ticked.has(tickable)) : undefined,
  })
  const chosen = inOrder.filter(item => ticked.has(keyOfItem(item)))
  return (
    <>
      <p className="work-head">
        <Head items={items} answer={answer} />
        {all.length > 1 && (
          <Checkbox checked={all.every(key => ticked.has(key))} onChange={({ target }) => tick(all, target.checked)}>
            Select all {all.length} orders
          </Checkbox>
        )}
      </p>
      <div className={narrow ? 'work' : 'work has-pane'}>
        <div className="work-list">
          {groups.map(({ title, tone, items: ofGroup }) => (
            <section key={title} aria-labelledby={`work-${title}`} className="work-group">
              <h2 id={`work-${title}`} className={tone}>
                {title}
                <GroupSum items={ofGroup} />
              </h2>
              <ul>
                {ofGroup.map(item => (
                  <WorkRow
                    key={keyOfItem(item)}
                    item={item}
                    today={today}
                    isOpen={item === selected}
                    isTicked={canBeTicked(item) ? ticked.has(keyOfItem(item)) : undefined}
                    onTick={on => tick([keyOfItem(item)], on)}
                    onOpen={() => select(item)}
                    acts={
                      narrow &&
                      hasCardActs(item) && <CardActs item={item} onDecide={onDecide} onReview={() => select(item)} />
                    }
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {!narrow && selected && (
          <section className="work-pane" aria-label={`${selected.who} ${selected.key}`}>
            <Suspense fallback={<p role="status">Loading...</p>}>
              <WorkPane key={keyOfItem(selected)} item={selected} />
            </Suspense>
          </section>
        )}
      </div>
      {narrow && selected && (
        <Suspense fallback={<Opening onClose={() => select(null)} />}>
          <PaneDrawer item={selected} onClose={() => select(null)} />
        </Suspense>
      )}
      {chosen.length > 0 && (
        <Suspense fallback={null}>
          <TickedBar items={chosen} onDecide={onDecide} onClear={() => setTicked(new Set())} />
        </Suspense>
      )}
    </>
  )
}

/** How many there are, what they are worth, and how many are late. */
function Head({ items, answer: { lists } }: { items: readonly WorkItem[]; answer: Answer }) {
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const worth = items.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const late = items.filter(({ isLate }) => isLate).length
  return (
    <span>
      <strong>{showNumber(total)}</strong> to do
      {worth > 0 && total === items.length && (
        <>
          {' · '}
          <strong>{rupees(worth)}</strong>
        </>
      )}
      {late > 0 && (
        <>
          {' · '}
          <strong className="is-late">{late} overdue</strong>
        </>
      )}
    </span>
  )
}

/** What a group is worth, where several of it have an amount. */
function GroupSum({ items }: { items: readonly WorkItem[] }) {
  const amounts = items.flatMap(({ amount }) => amount ?? [])
  if (amounts.length < 2) return null
  return <span className="quiet">{rupees(amounts.reduce((sum, amount) => sum + amount, 0))}</span>
}

/** The shape of the list while it is read. */
const WorkToCome = () => (
  <div className="work has-pane" role="status" aria-label="Loading your work">
    <div className="work-list">
      {['one', 'two', 'three', 'four', 'five'].map(name => (
        <div key={name} className="work-row is-coming" />
      ))}
    </div>
    <div className="work-pane is-coming" />
  </div>
)
