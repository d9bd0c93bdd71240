import { Button } from 'antd'
import { useState } from 'react'
import type { CancelLinePreview } from '../../../resources/orders/cancel/cancel-lines.ts'
import { type CancelRow, splitRun } from '../../../resources/orders/cancel/cancel-sheet.ts'
import { statesInSap } from '../../../resources/orders/cancel/cancel-states.ts'
import type { CancelResult, cancelLines } from '../../../resources/orders/cancel/commands.ts'
import type { listReasons } from '../../../resources/orders/commands/steps.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { ask, at, useAsk } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { StepReason } from '../show/step-reason.tsx'

/** Asks for one reason for all, then runs; lines that cannot be cancelled are left out. */
export function CancelRun({
  lines,
  onEnded,
}: {
  lines: readonly CancelLinePreview[]
  onEnded: (results: CancelResult[]) => void
}) {
  const able = lines.filter(({ why }) => why === null)
  const [confirming, setConfirming] = useState(false)
  const [why, setWhy] = useState<{ remark: string | null; reasonCodeId: number | null }>({
    remark: null,
    reasonCodeId: null,
  })
  const [missing, setMissing] = useState(false)
  /** The number of lines done; null while nothing runs. */
  const [done, setDone] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string[]>([])
  const { data: reasons = [] } = useAsk(at<typeof listReasons>('GET order-reasons'), { step: 'cancelOpen' })
  const namedInFile = able.every(({ reasonCode }) => reasonCode !== null)

  async function run() {
    if (why.reasonCodeId === null && !namedInFile) {
      setMissing(true)
      return
    }
    const reason = { reasonCodeId: why.reasonCodeId, remark: why.remark?.trim() || null }
    const results: CancelResult[] = []
    setDone(0)
    try {
      for (const part of splitRun(able.map(asRow), 50)) {
        results.push(...(await ask(at<typeof cancelLines>('POST bulk-cancellations'), { rows: part, ...reason })))
        setDone(before => (before ?? 0) + part.length)
      }
      onEnded(results)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (results.length === 0) setRefusal([error.message])
      else onEnded([...results, ...notRun(able, results, error.message)])
    } finally {
      setDone(null)
    }
  }

  if (able.length === 0) return lines.length > 0 ? <p role="status">None of these lines can be cancelled.</p> : null
  return (
    <div className="list-foot">
      <span role="status">
        {able.length} of {lines.length} lines can be cancelled.
      </span>
      <Button danger type="primary" onClick={() => setConfirming(true)}>
        Cancel these lines
      </Button>
      {confirming && (
        <Dialog
          open
          width={416}
          title={`Cancel ${able.length} lines?`}
          okText="Cancel these lines"
          okButtonProps={{ danger: true }}
          cancelText="Back"
          confirmLoading={done !== null}
          cancelButtonProps={{ disabled: done !== null }}
          closable={done === null}
          keyboard={done === null}
          maskClosable={false}
          onOk={() => void run()}
          onCancel={() => setConfirming(false)}
        >
          <p className="step-what">
            Orders in SAP are reduced once SAP agrees; the others are cancelled immediately. Each order is processed
            separately.
          </p>
          <StepReason
            action={{ step: 'cancelOpen', reasons: [...reasons] }}
            needed={!namedInFile}
            missing={missing && why.reasonCodeId === null}
            value={why}
            onChange={setWhy}
          />
          {done !== null && (
            <p role="status">
              <progress aria-label="Lines done" max={able.length} value={done} /> {done} of {able.length} lines
            </p>
          )}
          <Refusals sentences={refusal} />
        </Dialog>
      )}
    </div>
  )
}

/** Orders in SAP are cancelled line by line, others as a whole. */
function asRow({ orderNo, lineNo, cancelQty, orderStatus, reasonCode }: CancelLinePreview): CancelRow {
  const withSap = statesInSap.includes(orderStatus)
  return { orderNo, reasonCode, lineNo: withSap ? lineNo : null, cancelQty: withSap ? cancelQty : null }
}

/** The orders that a run did not reach, each with the reason. */
function notRun(lines: readonly CancelLinePreview[], results: readonly CancelResult[], why: string): CancelResult[] {
  const ended = new Set(results.map(({ orderNo }) => orderNo))
  return [...Map.groupBy(lines, ({ orderNo }) => orderNo)].flatMap(([orderNo, of]) =>
    ended.has(orderNo)
      ? []
      : [{ orderNo, lines: of.map(({ lineNo }) => lineNo).join(', '), outcome: 'REFUSED' as const, message: why }],
  )
}
