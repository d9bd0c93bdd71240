import { useInvalidate, useOne } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { closeRow, PlannedUse, planClosing } from '../../../resources/platform/commands/closings.ts'
import { resourceAt } from '../../../resources/registry.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { ask, at, useAsk } from '../command/ask.ts'
import DayInput from '../form/day-input.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { hintText } from '../form/hint-text.ts'
import { ReferencePicker } from '../form/reference-picker.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { UsesTable } from './uses-table.tsx'
import '../record/record.css'
import './closing.css'

const planning = at<typeof planClosing>('GET closing-plan')
const closing = at<typeof closeRow>('POST closings')

/** Closes a row as one deed: last day, who takes over, why, and before it is confirmed what happens to what. */
export default function ClosePage({ resource, id }: { resource: Resource; id: number }) {
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: resource.path, id, errorNotification: false })
  const name = row && rowText(resource, row)
  useTitle(name && `${resource.closing!.act} · ${name}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || name === undefined) return <Waiting />
  return (
    <PageFrame
      title={`${resource.closing!.act}: ${name}`}
      purpose={resource.closing!.says}
      trail={[{ title: name, path: pathOf.show(resource, id) }]}
    >
      <CloseForm resource={resource} row={row} name={name} />
    </PageFrame>
  )
}

function CloseForm({ resource, row, name }: { resource: Resource; row: ApiRow; name: string }) {
  const base = useId()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const [chosenDay, setDay] = useState<string | null>(null)
  const [takerId, setTaker] = useState<number | null>(null)
  const [takeOvers, setTakeOvers] = useState<Readonly<Record<string, number>>>({})
  const [reason, setReason] = useState('')
  const what = { resource: resource.path, rowId: row.id }
  const plan = useAsk(
    planning,
    { ...what, lastDay: chosenDay, takerId },
    { placeholderData: before => before, gcTime: 0 },
  )
  const lastDay = chosenDay ?? plan.data?.lastDay ?? null
  const save = useMutation<unknown, Refusal>({
    mutationFn: () =>
      ask(closing, {
        ...{ ...what, lastDay: lastDay!, takerId, reason },
        takeOvers: Object.entries(takeOvers).map(([use, toId]) => ({ use, toId })),
      }),
    onSuccess: async () => {
      await invalidate({ resource: resource.path, invalidates: ['resourceAll'] })
      showSuccess(`${name} closes after ${dayText(lastDay!)}. Until then it can be undone.`)
      void navigate(pathOf.show(resource, row.id))
    },
  })
  const errorOf = (field: string) => save.error?.faults.find(fault => fault.field === field)?.message
  const others = save.error?.faults.filter(({ field }) => !fields.includes(field)).map(({ message }) => message) ?? []
  const alone = save.error && save.error.faults.length === 0 ? [save.error.message] : others
  function send(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  const uses = plan.data?.uses ?? []
  const { taker } = resource.closing!
  return (
    <form className="closing" onSubmit={send}>
      <div className="closing-fields">
        <FieldRow id={`${base}-day`} label="Last day" required error={errorOf('lastDay')} hint="Today or later">
          {({ status, ...control }) => <DayInput {...control} status={status} value={lastDay} onChange={setDay} />}
        </FieldRow>
        <FieldRow
          id={`${base}-taker`}
          label={taker.label}
          required={taker.must === true && uses.some(({ becomes }) => becomes === 'PASSES')}
          error={errorOf('takerId')}
          hint={hintText(taker.hint)}
        >
          {({ status, ...control }) => (
            <ReferencePicker {...control} status={status ?? ''} target={resource} value={takerId} onChange={setTaker} />
          )}
        </FieldRow>
        <FieldRow
          id={`${base}-reason`}
          label="Reason"
          required
          wide
          error={errorOf('reason')}
          hint="Stays in the history of each row"
        >
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              maxLength={500}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        </FieldRow>
      </div>
      <section className="record-rows" aria-label="What happens">
        <h2>What happens</h2>
        {plan.error ? (
          <Failure error={plan.error} onRetry={() => void plan.refetch()} />
        ) : !plan.data ? (
          <Waiting />
        ) : uses.length === 0 ? (
          <p>Nothing refers to it: the night after its last day it is deactivated.</p>
        ) : (
          <UsesTable uses={uses.map(use => ({ ...use, href: hrefOf(use, row.id) }))} />
        )}
        {plan.data?.problems.map(problem => (
          <p key={problem} className="field-error">
            {problem}
          </p>
        ))}
      </section>
      {takerId !== null && (
        <OtherTakers resource={resource} uses={uses} takeOvers={takeOvers} onChange={setTakeOvers} />
      )}
      {alone.map(sentence => (
        <p key={sentence} className="field-error" role="alert">
          {sentence}
        </p>
      ))}
      <div className="closing-acts">
        <Button type="primary" danger htmlType="submit" loading={save.isPending} disabled={!plan.data}>
          {lastDay ? `Close after ${dayText(lastDay)}` : 'Close'}
        </Button>
        <Button onClick={() => void navigate(pathOf.show(resource, row.id))}>Keep</Button>
      </div>
    </form>
  )
}

/** The rows in their list, where it is one of masters. */
const hrefOf = ({ use, path }: PlannedUse, id: number) =>
  resourceAt(path)?.kind === 'master' ? `/${path}?f.${use.split('.')[1]}=in.${id}` : undefined

const fields: readonly string[] = ['lastDay', 'takerId', 'reason']

/** What somebody else takes over than the rest, list by list. */
function OtherTakers({
  resource,
  uses,
  takeOvers,
  onChange,
}: {
  resource: Resource
  uses: readonly PlannedUse[]
  takeOvers: Readonly<Record<string, number>>
  onChange: (takeOvers: Readonly<Record<string, number>>) => void
}) {
  const base = useId()
  const passing = uses.filter(({ becomes }) => becomes === 'PASSES')
  if (passing.length < 2) return null
  return (
    <details>
      <summary>Choose others for some of the lists</summary>
      <div className="closing-fields">
        {passing.map(({ use, title, label, count }) => (
          <FieldRow key={use} id={`${base}-${use}`} label={`${title}, ${label}: ${count}`}>
            {({ status, ...control }) => (
              <ReferencePicker
                {...control}
                status={status ?? ''}
                target={resource}
                value={takeOvers[use] ?? null}
                onChange={id => {
                  const { [use]: _, ...rest } = takeOvers
                  onChange(id === null ? rest : { ...rest, [use]: id })
                }}
              />
            )}
          </FieldRow>
        ))}
      </div>
    </details>
  )
}
