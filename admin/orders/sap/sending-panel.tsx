import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { className } from '../../../resources/orders/sap/failure-words.ts'
import { type SapSending, sapSending } from '../../../resources/platform/sap-sending.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { type ApiRow, momentText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

type Row = ApiRow & SapSending

/** Whether messages go to SAP now, who paused them and why, and the buttons to pause and resume for whoever may. */
export function SendingPanel() {
  const queries = useQueryClient()
  const { data: row } = useQuery<Row | null, Refusal>({
    queryKey: ['sap-sending'],
    refetchInterval: 15_000,
    queryFn: () => rowsOf(sapSending).first<Row>(),
  })
  const { actions, dialog } = useActions(sapSending, row ? [row] : undefined, () => void queries.invalidateQueries())
  if (!row) return null
  const resting = isResting(row)
  return (
    <section className="panel sap-sending" aria-label="Sending to SAP">
      <p role="status">
        <strong>{row.isPaused || resting ? 'Nothing is sent to SAP now.' : sendingText(row)}</strong>{' '}
        {row.isPaused ? pausedText(row) : resting ? restText(row) : lastFailureText(row)}
      </p>
      {actions
        .filter(({ name }) => name !== 'tryNow' || resting)
        .map(({ name, action: { label, danger }, take }) => (
          <Button key={name} size="small" danger={danger} onClick={take}>
            {label}
          </Button>
        ))}
      {dialog}
    </section>
  )
}

const isResting = ({ pausedUntil }: Row) => pausedUntil !== null && pausedUntil > new Date().toISOString()

const pausedText = ({ texts, pausedAt, pauseReason }: Row) =>
  `${texts?.pausedById ?? 'Another user'} paused it${pausedAt ? ` on ${momentText(pausedAt)}` : ''}${pauseReason ? `: ${pauseReason}` : ''}`

const restText = ({ failures, errorClass, errorText, pausedUntil }: Row) =>
  `${failures} messages failed in a row (${className(errorClass)}). At ${momentText(pausedUntil!)} one message is tried.${errorText ? ` The last failure: ${errorText}` : ''}`

const sendingText = ({ failures }: Row) =>
  failures > 0 ? 'Messages are sent to SAP, but the last one failed.' : 'Messages are sent to SAP.'

const lastFailureText = ({ failures, failedAt, errorText }: Row) =>
  failures > 0 && failedAt ? `It failed on ${momentText(failedAt)}${errorText ? `: ${errorText}` : '.'}` : ''
