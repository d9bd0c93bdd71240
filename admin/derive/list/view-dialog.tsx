import { App, Button, Checkbox, Input, Radio, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { can } from '../../../resources/capabilities.ts'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { addView, changeView, deleteView, SavedView } from '../../../resources/platform/commands/views.ts'
import { misfitSentence, misfitsOf } from '../../../resources/platform/view-fit.ts'
import type { ViewState } from '../../../resources/platform/view-layout.ts'
import { type Role, roleCodes, roles } from '../../../resources/roles.ts'
import { usePerson } from '../../account/person.ts'
import { isRefusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { Dialog } from '../action/dialog.tsx'
import { ask, at } from '../command/ask.ts'

const adding = at<typeof addView>('POST views')
const changing = at<typeof changeView>('PATCH views/{id}')
const deleting = at<typeof deleteView>('DELETE views/{id}')

/** Creates a view, with its audience and whether the list opens with it; or renames, shares or deletes one. */
export default function ViewDialog(dialog: {
  resource: Resource
  /** Absent for a new one. */
  view: SavedView | undefined
  state: ViewState
  onSaved: (view: SavedView) => void
  onDeleted: (id: number) => void
  onClose: () => void
}) {
  const { view, onClose } = dialog
  const { user } = usePerson()
  const mayShare = can(user, 'shareViews')
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [scope, setScope] = useState<SavedView['scope']>(view?.scope ?? 'ME')
  const [role, setRole] = useState<Role>(view?.role ?? 'SALES_REP')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const misfits =
    scope === 'ME' ? [] : misfitsOf(dialog.resource, view?.state ?? dialog.state, scope === 'ROLE' ? [role] : roleCodes)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
      onClose()
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'Something went wrong.')
    }
    setBusy(false)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    const body = { name, scope, isDefault, ...(scope === 'ROLE' ? { role } : {}) }
    void attempt(async () => {
      const saved = view
        ? await ask(changing, { ...body, id: view.id, rowVersion: view.rowVersion })
        : await ask(adding, { ...body, grid: gridOf(dialog.resource), state: dialog.state })
      dialog.onSaved(saved)
      showSuccess(`The view “${saved.name}” is saved.`)
    })
  }
  const { modal } = App.useApp()
  const remove = () =>
    modal.confirm({
      title: `Delete the view “${view!.name}”?`,
      content: view!.scope === 'ME' ? 'Only you see it.' : 'It is deleted for everyone who uses it.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      cancelText: 'Keep',
      onOk: () =>
        attempt(async () => {
          await ask(deleting, { id: view!.id })
          dialog.onDeleted(view!.id)
          showSuccess(`The view “${view!.name}” is deleted.`)
        }),
    })
  return (
    <Dialog
      open
      title={view ? `View “${view.name}”` : 'Save as a new view'}
      footer={null}
      onCancel={onClose}
      width={416}
    >
      <form className="view-form" onSubmit={save} noValidate>
        <label htmlFor={`${id} name`}>Name</label>
        <Input
          id={`${id} name`}
          autoFocus
          maxLength={60}
          value={name}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id} problem` : undefined}
          onChange={event => setName(event.target.value)}
        />
        {mayShare && (
          <fieldset>
            <legend>Visible to</legend>
            <Radio.Group value={scope} onChange={event => setScope(event.target.value)}>
              <Radio value="ME">Me</Radio>
              <Radio value="ROLE">A role</Radio>
              <Radio value="ALL">Everyone</Radio>
            </Radio.Group>
            {scope === 'ROLE' && (
              <Select
                aria-label="Role"
                className="wide"
                value={role}
                onChange={setRole}
                options={roleCodes.map(code => ({ value: code, label: roles[code].name }))}
              />
            )}
            {misfits.length > 0 && (
              <div className="notice-box is-warning" role="status">
                <p>This view does not fit everyone it is for:</p>
                <ul>
                  {misfits.map(misfit => (
                    <li key={misfit.roles.join()}>{misfitSentence(dialog.resource, misfit)}</li>
                  ))}
                </ul>
              </div>
            )}
          </fieldset>
        )}
        <Checkbox checked={isDefault} onChange={event => setDefault(event.target.checked)}>
          {scope === 'ME'
            ? 'The list opens with it'
            : 'The list opens with it for people without their own default view'}
        </Checkbox>
        {problem && (
          <p id={`${id} problem`} role="alert" className="field-error">
            {problem}
          </p>
        )}
        <div className="filter-buttons">
          <Button type="primary" htmlType="submit" loading={busy}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {view && (
            <Button danger onClick={remove}>
              Delete
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
