import { Link } from 'react-router'
import type { showMessage } from '../../../resources/orders/sap/commands.ts'
import type { ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { nextInWords, safetyInWords } from '../../../resources/orders/sap/waiting.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { momentInWords, readOn } from '../../derive/record/when.ts'
import { momentText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Mends } from '../sap/send-again.tsx'
import type { StuckItem } from './stuck-items.ts'

/** What happened to an order or payment on its way to SAP; with its message also whether sending it again is safe. */
export function WhatHappened({
  item,
  onOpenMessage,
}: {
  item: StuckItem
  onOpenMessage?: ((id: number) => void) | undefined
}) {
  const { of, cause, since } = item
  const messageId = of.kind === 'stuck' ? of.row.id : of.kind === 'refused' ? of.row.messageId : null
  const { data } = useAsk(
    at<typeof showMessage>('GET sap-messages/{id}'),
    { id: messageId ?? 0 },
    { shows: ['sap-outbox'], enabled: messageId !== null && onOpenMessage !== undefined },
  )
  const today = readOn()
  return (
    <>
      <p className="work-verdict">
        <strong>{cause}</strong> {data && safetyInWords(data)}
      </p>
      <FactList
        className="facts stuck-facts"
        facts={[
          ['Stuck since', since && momentInWords(since, today)],
          ['Last try', data?.tries[0] && momentInWords(data.tries[0].at, today)],
          ['In SAP', data && inSap(data)],
          ['Next', whatNext(item, data)],
        ]}
      />
      {data && data.mends.length > 0 && (
        <section aria-label="What to do">
          <h3>What to do</h3>
          <Mends mends={data.mends} />
        </section>
      )}
      {data && data.tries.length > 0 && <Tries message={data} today={today} />}
      {messageId !== null && onOpenMessage && (
        <p className="work-links">
          <button type="button" className="text-button" onClick={() => onOpenMessage(messageId)}>
            What was sent, what came back
          </button>
        </p>
      )}
      {of.kind === 'payment' && (
        <p className="work-links">
          <Link to="/transaction-view/transaction-stuck">Open stuck payments</Link>
        </p>
      )}
    </>
  )
}

const inSap = ({ sapDocumentNo, uncertainSince }: ShownMessage) =>
  sapDocumentNo ?? (uncertainSince === null ? 'not there' : 'perhaps')

function whatNext({ isMine, by, of }: StuckItem, message: ShownMessage | undefined): string {
  if (message) return nextInWords(message, new Date().toISOString(), momentText)
  if (isMine) return of.kind === 'refused' ? 'Fix the cause, then resubmit it.' : 'Send it again.'
  return `${by} does the next act.`
}

function Tries({ message: { tries, createdAt }, today }: { message: ShownMessage; today: string }) {
  const rows = alikeTogether([{ at: createdAt, means: 'The portal queued it for SAP.' }, ...tries.toReversed()])
  return (
    <section aria-label="What happened">
      <h3>What happened</h3>
      <table className="plain-table stuck-tries">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.at}>
              <td>{momentInWords(row.at, today)}</td>
              <td>
                {row.means}
                {row.times > 1 && ` ${row.times} tries, the last ${momentInWords(row.last, today)}.`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Tries with the same outcome, one after another, as one row. */
function alikeTogether(rows: readonly { at: string; means: string }[]) {
  const together: { at: string; means: string; last: string; times: number }[] = []
  for (const { at, means } of rows) {
    const before = together.at(-1)
    if (before?.means === means) Object.assign(before, { last: at, times: before.times + 1 })
    else together.push({ at, means, last: at, times: 1 })
  }
  return together
}
