import { useInvalidate } from '@refinedev/core'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { leavingOf, wasInUse } from '../../../resources/define/succession.ts'
import type { countUses, replaceRow } from '../../../resources/platform/commands/uses.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { showSuccess, showUndoable } from '../../shell/notices/notices.ts'
import { pathOf } from '../../shell/screens.ts'
import { ask, at, useAsk } from '../command/ask.ts'
import { FieldRow } from '../form/field-row.tsx'
import { ReferencePicker } from '../form/reference-picker.tsx'
import { RowUses } from '../show/uses.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { Dialog } from './dialog.tsx'
import { type Leave, LeavingFields, saidOf } from './leaving-fields.tsx'
import { Refusals } from './refusals.tsx'

const ImmediateWhatIf = lazy(async () => ({ default: (await import('./what-if.tsx')).ImmediateWhatIf }))

const counting = at<typeof countUses>('GET uses')
const replacing = at<typeof replaceRow>('POST uses')

/** Confirms the deactivation of a row: shows what still refers to it, with links, and offers a replacement. */
export default function DeactivateDialog({
  resource,
  row,
  onUndo,
  onClose,
}: {
  resource: Resource
  row: ApiRow
  /** Gives the row back what it had before. */
  onUndo: (before: ApiRow, left: ApiRow) => Promise<void>
  onClose: () => void
}) {
  const name = rowText(resource, row)
  const id = useId()
  const invalidate = useInvalidate()
  const today = dayOf(new Date().toISOString())
  const ends = 'validTo' in (leavingOf(resource, row, { today }) ?? {})
  const [leave, setLeave] = useState<Leave>({ lastDay: null, why: null })
  const [to, setTo] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  /** The button was pressed before it was known what refers to the row. */
  const [pressed, setPressed] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const { data: answer, error } = useAsk(counting, { resource: resource.path, rowId: row.id }, { gcTime: 0 })
  const uses = answer?.data
  const used = (uses?.length ?? 0) > 0
  const movable = uses?.every(({ path }) => resourceAt(path)?.kind === 'master') ?? false
  const count = uses?.reduce((sum, use) => sum + use.count, 0) ?? 0

  async function move() {
    const { moved } = await ask(replacing, {
      resource: resource.path,
      rowId: row.id,
      to: to!,
      deactivate: true,
      ...(leave.why && { why: leave.why }),
    })
    for (const path of new Set([resource.path, ...uses!.map(use => use.path)]))
      await invalidate({ resource: path, invalidates: ['resourceAll'] })
    showSuccess(`${rowCount(moved)} moved; ${resource.title} “${name}” is inactive.`)
  }

  async function deactivate() {
    const { data: saved } = await api.delete<ApiRow>(`/${resource.path}/${row.id}`, { params: saidOf(leave) })
    await invalidate({ resource: resource.path, invalidates: ['list', 'detail', 'many'] })
    const sentence = saved.isActive ? confirmationSentence(saved) : undefined
    const named = `${resource.title} “${name}”`
    if (sentence) showSuccess(`${named} is to be deactivated. ${sentence}`)
    else
      showUndoable(saved.isActive ? `${named} ${endText(saved, today)}.` : `${named} is inactive now.`, () =>
        onUndo(row, saved),
      )
  }

  async function go() {
    if (!uses && !error) return setPressed(true)
    if (used && (!movable || to === null)) {
      return setRefusals([movable ? 'Choose a replacement row' : 'These rows still use it: change them first'])
    }
    setBusy(true)
    try {
      await (used ? move() : deactivate())
      onClose()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusals(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    } finally {
      setBusy(false)
    }
  }

  // What was asked of an unused row is done; of a used one the dialog now says something else, which is read first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (!pressed || !(uses || error)) return
    setPressed(false)
    if (uses && !used) void go()
  }, [pressed, uses, error])

  return (
    <Dialog
      open
      width={416}
      title={used ? `${resource.title} “${name}” is still used` : `Deactivate ${resource.title} “${name}”?`}
      okText={!used ? 'Deactivate' : movable ? `Move ${rowCount(count)} and deactivate` : 'Deactivate'}
      okButtonProps={{ danger: true }}
      cancelText="Keep"
      confirmLoading={busy || pressed}
      onOk={() => void go()}
      onCancel={onClose}
    >
      {!used && (
        <p>
          {ends
            ? `It was in use, so it ends ${resource.endsAtOnce ? 'at once' : 'with its last day'}. Earlier days keep it, and it can start again as a new row.`
            : 'It is kept in the history and can be reactivated. It can no longer be selected in new orders or rows.'}
        </p>
      )}
      {uses && !used && resource.whatIf && (
        <Suspense>
          <ImmediateWhatIf resource={resource} body={{ ids: [row.id], expected: 1, change: { isActive: false } }} />
        </Suspense>
      )}
      {uses && used && <RowUses row={row} uses={uses} />}
      {used && resource.closing && (
        <p>
          <Link to={pathOf.close(resource, row.id)}>{resource.closing.act}</Link> ends, passes on or finishes all of
          them as one deed.
        </p>
      )}
      {used && movable && (
        <FieldRow id={id} label="Move all of them to" hint="All are changed or none; then this row is deactivated">
          {({ status, ...control }) => (
            <ReferencePicker {...control} status={status ?? ''} target={resource} value={to} onChange={setTo} />
          )}
        </FieldRow>
      )}
      {uses && (
        <LeavingFields
          id={`${id}-leave`}
          value={leave}
          onChange={setLeave}
          asksDay={ends && !used && !resource.endsAtOnce}
          needsWhy={wasInUse(resource, row, today)}
        />
      )}
      <Refusals sentences={error ? [error.message] : refusals} />
    </Dialog>
  )
}

const endText = ({ validTo }: ApiRow, today: string) =>
  String(validTo) < today ? 'has ended' : `ends on ${dayText(String(validTo))}`

const rowCount = (count: number) => (count === 1 ? '1 row' : `${count} rows`)
