import { useInvalidate } from '@refinedev/core'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { inputsOf } from '../../../resources/define/action-inputs.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { clean, type Fault, validate, withDefaults } from '../../../resources/define/validate.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { hintText } from '../form/hint-text.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import { ActionInputs } from './action-inputs.tsx'
import { Dialog } from './dialog.tsx'
import { Refusals } from './refusals.tsx'

const ActionWhatIf = lazy(() => import('./action-what-if.tsx'))

/**
 * Asks for the inputs of a declared action, runs it on the rows, and reports the outcome; a refusal stays in the
 * dialog.
 */
export default function ActionDialog(dialog: {
  resource: Resource
  name: string
  rows: readonly ApiRow[]
  onClose: () => void
  onTaken?: (() => void) | undefined
}) {
  const { resource, name, rows, onClose, onTaken } = dialog
  const action = resource.actions[name]!
  const form = inputsOf(resource, action)
  const formId = useId()
  const invalidate = useInvalidate()
  const [values, setValues] = useState(() => withDefaults(form, {}))
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const on = rows.length === 1 ? `“${rowText(resource, rows[0]!)}”` : rows.length > 1 ? `${rows.length} rows` : ''

  async function take(event?: FormEvent) {
    event?.preventDefault()
    const input = clean(form, values)
    const wrong = validate(form, input)
    setFaults(wrong)
    if (wrong.length > 0) return document.getElementById(`${formId}-${wrong[0]!.field}`)?.focus()
    setBusy(true)
    try {
      const seen = rows.map(({ id, rowVersion }) => ({ id, rowVersion }))
      const body = { action: name, asked: input, ...(action.on === 'list' ? {} : { rows: seen }) }
      const headers = { 'Idempotency-Key': key }
      const { data } = await api.post<{ message?: string }>(`/${resource.path}/actions`, body, { headers })
      showSuccess(data.message ?? `${hintText(action.done) ?? `Done: ${action.label}`}${on && ` · ${on}`}`)
      onClose()
      onTaken?.()
      await invalidate({ resource: resource.path, invalidates: ['resourceAll'] })
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  const elsewhere = faults.filter(({ field }) => !Object.hasOwn(form.fields, field))
  return (
    <Dialog
      open
      width={416}
      title={on ? `${action.label} ${on}?` : action.label}
      okText={action.label}
      okButtonProps={{ danger: action.danger }}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      {action.confirm && <p>{hintText(action.confirm)}</p>}
      <form onSubmit={event => void take(event)} noValidate>
        <ActionInputs
          form={form}
          id={formId}
          values={values}
          faults={faults}
          onChange={(field, value) => {
            setValues(old => ({ ...old, [field]: value }))
            setFaults(old => old.filter(fault => fault.field !== field))
          }}
        />
        <button type="submit" hidden />
      </form>
      {/* An action that creates one or many rows affects no order before that row is activated. */}
      {resource.whatIf && action.on !== 'list' && action.letter !== 'C' && (
        <Suspense>
          <ActionWhatIf {...{ resource, name, rows, values }} />
        </Suspense>
      )}
      <Refusals sentences={elsewhere.map(({ message }) => message)} />
    </Dialog>
  )
}
