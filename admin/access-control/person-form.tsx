import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import type {
  CompanyPeople,
  changePerson,
  Invitation,
  invitePerson,
  PersonOfCompany,
} from '../../resources/access-control/commands/company-people.ts'
import {
  type CompanyRoleCode,
  companyKinds,
  companyRoleNames,
  companyRoles,
  companyRolesOf,
} from '../../resources/access-control/company-roles.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { Refusals } from '../derive/action/refusals.tsx'
import { ask, at } from '../derive/command/ask.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { NumberInput } from '../derive/form/number-input.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import './person-form.css'

const inviting = at<typeof invitePerson>('POST company-people')
const changing = at<typeof changePerson>('PATCH company-people/{id}')

const SHOWN = ['name', 'email', 'mobile', 'companyRoles', 'orderLimit', 'approvalLimit', 'shipToIds']

/** Invites a person into a company, or changes what they may do there. */
export function PersonForm({
  company: { company, shipTos },
  person,
  onClose,
  onInvited,
}: {
  company: CompanyPeople
  person: PersonOfCompany | undefined
  onClose: () => void
  onInvited: (name: string, invited: Invitation) => void
}) {
  const [name, setName] = useState(person?.name ?? '')
  const [email, setEmail] = useState(person?.email ?? '')
  const [mobile, setMobile] = useState(person?.mobile ?? '')
  const [held, setHeld] = useState<readonly CompanyRoleCode[]>(person?.companyRoles ?? [])
  const [orderLimit, setOrderLimit] = useState<number | string | null>(person?.orderLimit ?? null)
  const [approvalLimit, setApprovalLimit] = useState<number | string | null>(person?.approvalLimit ?? null)
  const [shipToIds, setShipTos] = useState<readonly number[]>(person?.shipToIds ?? [])
  const [sharedMail, setShared] = useState(false)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [busy, setBusy] = useState(false)
  const wrong = (field: string) => faults.find(fault => fault.field === field)?.message
  const isShared = faults.some(({ code }) => code === 'SHARED_MAIL') || sharedMail
  const isHead = held.includes('HEAD')

  async function save() {
    setBusy(true)
    try {
      const rights = {
        name,
        mobile: mobile || null,
        companyRoles: [...held],
        orderLimit: orderLimit as number | null,
        approvalLimit: approvalLimit as number | null,
        shipToIds: [...shipToIds],
      }
      if (person) {
        await ask(changing, { id: person.userId, ...rights })
        showSuccess(`What ${name} may do is changed.`)
        onClose()
      } else {
        onInvited(name, await ask(inviting, { of: company.of, companyId: company.id, email, sharedMail, ...rights }))
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={560}
      title={person ? `Change what ${person.name} may do` : `Invite a person to ${company.name}`}
      okText={person ? 'Save' : 'Invite'}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="form-grid">
        <FieldRow id="person-name" label="Name" required error={wrong('name')}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FieldRow>
        <FieldRow id="person-mobile" label="Mobile" error={wrong('mobile')}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              autoComplete="off"
              inputMode="tel"
              value={mobile}
              onChange={({ target }) => setMobile(target.value)}
            />
          )}
        </FieldRow>
        {!person && (
          <FieldRow
            id="person-email"
            label="E-mail"
            required
            wide
            error={wrong('email')}
            hint="The invitation goes there; it is the login ID"
          >
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status ?? ''}
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => {
                  setEmail(target.value)
                  setShared(false)
                  setFaults(faults.filter(({ field }) => field !== 'email'))
                }}
              />
            )}
          </FieldRow>
        )}
        {!person && isShared && (
          <Checkbox checked={sharedMail} onChange={({ target }) => setShared(target.checked)}>
            Both sign in with this address
          </Checkbox>
        )}
        <fieldset
          className="field is-wide person-roles"
          aria-describedby={wrong('companyRoles') && 'person-roles-error'}
        >
          <legend>What they may do</legend>
          {companyRolesOf(companyKinds[company.of]).map(code => (
            <Checkbox
              key={code}
              checked={held.includes(code)}
              onChange={({ target }) => setHeld(target.checked ? [...held, code] : held.filter(role => role !== code))}
            >
              <strong>{companyRoleNames[code]}</strong> <span className="quiet">{companyRoles[code].sentence}</span>
            </Checkbox>
          ))}
          {wrong('companyRoles') && (
            <span id="person-roles-error" className="field-error">
              {wrong('companyRoles')}
            </span>
          )}
        </fieldset>
        {held.includes('BUYER') && !isHead && (
          <FieldRow
            id="person-order-limit"
            label="Order limit"
            error={wrong('orderLimit')}
            hint="Orders above it need a yes; leave empty for none"
          >
            {control => <NumberInput {...control} scale={2} unit="₹" value={orderLimit} onChange={setOrderLimit} />}
          </FieldRow>
        )}
        {held.includes('APPROVER') && !isHead && (
          <FieldRow
            id="person-approval-limit"
            label="Approval limit"
            error={wrong('approvalLimit')}
            hint="Leave empty to approve every amount"
          >
            {control => (
              <NumberInput {...control} scale={2} unit="₹" value={approvalLimit} onChange={setApprovalLimit} />
            )}
          </FieldRow>
        )}
        {shipTos.length > 1 && held.length > 0 && !isHead && (
          <FieldRow
            id="person-ship-tos"
            label="Ship-tos"
            wide
            error={wrong('shipToIds')}
            hint="Leave empty for every ship-to of the company"
          >
            {({ status, ...control }) => (
              <Select<number[], { value: number; label: string }>
                {...control}
                mode="multiple"
                status={status ?? ''}
                className="wide"
                optionFilterProp="label"
                options={shipTos.map(({ id, name: label }) => ({ value: id, label }))}
                value={[...shipToIds]}
                onChange={setShipTos}
              />
            )}
          </FieldRow>
        )}
        <Refusals sentences={faults.filter(({ field }) => !SHOWN.includes(field)).map(({ message }) => message)} />
      </div>
    </Dialog>
  )
}
