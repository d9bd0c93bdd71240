import { Button } from 'antd'
import { useState } from 'react'
import { percentText } from '../../resources/define/show.ts'
import { momentText, optionText } from '../derive/value-text.ts'
import { ExplainDrawer } from './explain-line.tsx'
import type { ApprovalTaskRow } from './order-rows.ts'
import { approvalText, nameOf } from './order-words.ts'
import { TraceLadder } from './trace-ladder.tsx'

/** What a limit is compared with, in the unit of its kind of approval. */
export const measureText = (step: string, value: number | null | undefined) =>
  value === null || value === undefined
    ? ''
    : step === 'MY_APPROVAL' || step === 'LIMIT_PRICE'
      ? percentText(value)
      : String(value)

/** The approvals an order had or waits for, each with the limits that made it necessary. */
export function OrderTasks({ tasks }: { tasks: readonly ApprovalTaskRow[] }) {
  const [explained, setExplained] = useState<ApprovalTaskRow | null>(null)
  if (tasks.length === 0) return <p className="quiet">No approval was asked for.</p>
  return (
    <>
      <ul className="tasks">
        {tasks.map(task => (
          <li key={task.id}>
            <p>
              <strong>{approvalText(task.step)}</strong>, level {task.level}
              {task.measuredValue != null && <> of {measureText(task.step, task.measuredValue)}</>}
              {' · '}
              {nameOf(task.texts.assigneeUserId) ?? task.texts.assigneeRoleId}
            </p>
            <p className="quiet">
              {task.status === 'PENDING'
                ? `Waits, due ${momentText(task.dueAt)}`
                : `${optionText(task.status)}${task.actedAt ? ` by ${nameOf(task.texts.actedById) ?? 'somebody'} on ${momentText(task.actedAt)}` : ''}`}
            </p>
            {task.remarks && <p className="timeline-remark">{task.remarks}</p>}
            {task.trace && (
              <Button size="small" onClick={() => setExplained(task)}>
                Explain
                <span className="for-readers">
                  {' '}
                  {approvalText(task.step)}, level {task.level}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ExplainDrawer
        title={explained ? `Why ${approvalText(explained.step)}?` : 'Why?'}
        open={explained !== null}
        onClose={() => setExplained(null)}
      >
        {explained?.trace && (
          <div className="explain">
            <TraceLadder trace={explained.trace} label="How the approver was found" />
          </div>
        )}
      </ExplainDrawer>
    </>
  )
}
