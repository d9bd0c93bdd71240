import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { type LevelRule, levelRuleWords } from '../../../resources/orders/approvals/level-rule.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { momentText, optionText } from '../../derive/value-text.ts'
import { measureText } from '../approvals/measure-text.ts'
import { ExplainButton, ExplainedTrace } from '../explain/explain.tsx'
import type { ApprovalTaskRow } from '../order-rows.ts'
import { approvalText, assigneesOf, personNameOf } from '../order-words.ts'

/** The approvals of an order in one sentence. */
export function approvalsInWords(
  tasks: readonly ApprovalTaskRow[],
  decision: Decision | undefined,
  status: string,
): string {
  const waiting = tasks.filter(task => task.status === 'PENDING')
  const given = tasks.filter(task => task.status === 'APPROVED').length
  if (tasks.length === 0) return status === 'DRAFT' ? 'Known once it is submitted' : 'None was needed'
  const who = decision?.task?.mine ? 'yours' : waiting.map(task => assigneesOf(task)).join(', ')
  const names = waiting.map(task => approvalText(task.step)).join(', ')
  const done = given > 0 && `${given} given`
  return [waiting.length > 0 && `${names}: ${who}`, done].filter(Boolean).join('; ') || `${tasks.length} asked for`
}

/** What is said of a level besides its people: that it decides above limits. */
const namedRules: readonly LevelRule[] = ['HIGHEST_LIMIT', 'SBU_HEAD', 'FINAL_APPROVER']

/** `head of the SBU` within a sentence. */
const wordsOf = (rule: LevelRule) => levelRuleWords.staff?.[rule]?.replace(/^[A-Z]/, first => first.toLowerCase())

/** The past and pending approvals of an order, each with the limits that caused it. */
export function OrderTasks({ tasks }: { tasks: readonly ApprovalTaskRow[] }) {
  if (tasks.length === 0) return <p className="quiet">No approvals needed.</p>
  return (
    <ul className="tasks">
      {tasks.map(task => (
        <li key={task.id}>
          <p>
            <strong>{approvalText(task.step)}</strong>, level {task.level}
            {task.measuredValue != null && <> of {measureText(task.step, task.measuredValue)}</>}
            {' · '}
            {assigneesOf(task)}
            {task.rule && namedRules.includes(task.rule) && `, ${wordsOf(task.rule)}`}
            {task.texts.escalatedToUserId && ` and ${personNameOf(task.texts.escalatedToUserId)}`}
          </p>
          <p className="quiet">
            {task.status === 'PENDING'
              ? `Waiting, due ${momentText(task.dueAt)}`
              : `${optionText(task.status)}${task.actedAt ? ` by ${personNameOf(task.texts.actedById) ?? 'the portal'} on ${momentText(task.actedAt)}` : ''}`}
          </p>
          {task.remarks && <p className="timeline-remark">{task.remarks}</p>}
          {task.trace && <ExplainTask task={task} trace={task.trace} />}
        </li>
      ))}
    </ul>
  )
}

/** Why a task was needed, by how much, and how its approver was found: of the whole route, the part of its own kind. */
function ExplainTask({ task, trace }: { task: ApprovalTaskRow; trace: Trace }) {
  const own = trace.steps.filter(({ step }) => step === task.step)
  const over = excessText(task)
  return (
    <ExplainButton of={`${approvalText(task.step)}, level ${task.level}`} title={`Why ${approvalText(task.step)}?`}>
      {() => (
        <ExplainedTrace
          trace={own.length > 0 ? { ...trace, steps: own } : trace}
          label="How the approver was found"
          words={over > 0 && `${measureText(task.step, over)} more than needs no approval.`}
        />
      )}
    </ExplainButton>
  )
}

/** By how much an order exceeds what needs no approval, in the unit of its step. */
function excessText({ triggerJson }: ApprovalTaskRow) {
  const { over } = (triggerJson ?? {}) as { over?: unknown }
  return typeof over === 'number' ? over : 0
}
