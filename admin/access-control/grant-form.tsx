import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles as resource } from '../../resources/access-control/assign-roles.ts'
import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { confirmingRoles } from '../../resources/confirming-roles.ts'
import { dayOf, FOREVER } from '../../resources/define/dates.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { hasOwnRows, type Role, roles } from '../../resources/roles.ts'
import { channel } from '../../resources/settings/channel.ts'
import { plant } from '../../resources/settings/plant.ts'
import { role as roleResource } from '../../resources/settings/role.ts'
import { zone } from '../../resources/settings/zone.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { Refusals } from '../derive/action/refusals.tsx'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import DayInput from '../derive/form/day-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showSuccess, showWarning } from '../shell/notices/notices.ts'
import { rowsOf } from '../shell/rows.ts'
import { type AccessRequestRow, requestText } from './access-requests.tsx'
import { leastRoleFor, suitsUserType } from './least-role.ts'
import { roleText, waitText } from './people-and-roles.ts'

const scopes = [
  { value: 'OWN', label: 'Own rows: what belongs to the person' },
  { value: 'SBU', label: 'One SBU' },
  { value: 'ZONE', label: 'One zone' },
  { value: 'CHANNEL', label: 'One channel' },
  { value: 'PLANT', label: 'One plant' },
  { value: 'ALL', label: 'All' },
]
/** The resource that holds the codes of each scope type. */
const codeLists: { readonly [scope: string]: Resource } = { SBU: sbu, ZONE: zone, CHANNEL: channel, PLANT: plant }
const SECOND_CONFIRMS =
  'This role takes effect, changes and ends once a second IT administrator confirms it, unless there is none.'
const SHOWN = ['roleId', 'scopeType', 'scopeRef', 'validFrom', 'validTo']

/** The scope that is proposed for a role. */
const firstScopeOf = (role: string | undefined) => (role === undefined || hasOwnRows(role) ? 'OWN' : 'ALL')

/** Grants a role, or narrows an existing grant; the server's refusals are shown at their fields. */
export function GrantForm({
  person,
  grant,
  request,
  onClose,
  onSaved,
}: {
  person: PersonAndRoles
  grant: RoleGrant | undefined
  /** The access request to answer: the form opens with the role that satisfies it, for the requested time. */
  request?: AccessRequestRow | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const grantableRoles = useGrantableRoles(person)
  const requestedRole = request && leastRoleFor(request, person.userType)
  const [chosenId, setRoleId] = useState(grant?.roleId)
  const roleId = chosenId ?? grantableRoles.find(({ code }) => code === requestedRole)?.value
  const [scopeType, setScopeType] = useState<string>(grant?.scopeType ?? firstScopeOf(requestedRole))
  const [scopeRef, setScopeRef] = useState(grant?.scopeRef ?? null)
  const [validFrom, setFrom] = useState<string | null>(grant?.validFrom ?? dayOf(new Date().toISOString()))
  const [validTo, setTo] = useState<string | null>(grant?.validTo ?? request?.until ?? FOREVER)
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)
  const codes = useCodes(codeLists[scopeType])
  const role = grantableRoles.find(({ value }) => value === roleId)?.code as Role | undefined
  const needsSecond = role !== undefined && confirmingRoles.includes(role)
  const wrong = (field: string) => faults.find(fault => fault.field === field)?.message
  const clearFault = (field: string) => setFaults(faults.filter(fault => fault.field !== field))

  /** Saves the grant; returns what became of it. */
  async function save(values: object): Promise<string> {
    if (request && !grant) return (await answerRequest(request, values)) ?? `Assigned to ${person.name}.`
    const { data } = grant
      ? await api.patch<ApiRow>(`/${resource.path}/${grant.id}`, { ...values, rowVersion: grant.rowVersion })
      : await api.post<ApiRow>(`/${resource.path}`, { ...values, userId: person.id })
    for (const { message } of data.warnings ?? []) showWarning('Saved with warnings', message)
    return `${grant ? 'Changed for' : 'Assigned to'} ${person.name}.${waitText(data)}`
  }

  async function saveGrant() {
    const values = { roleId, scopeType, scopeRef: codeLists[scopeType] ? scopeRef : null, validFrom, validTo }
    setBusy(true)
    try {
      showSuccess(await save(values))
      onSaved()
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
      width={520}
      title={grant ? `Restrict ${roleText(grant.role)} of ${person.name}` : `Assign a role to ${person.name}`}
      okText={grant ? 'Save' : 'Assign'}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void saveGrant()}
      onCancel={onClose}
    >
      {needsSecond && <p className="notice-box">{SECOND_CONFIRMS}</p>}
      {request && <p className="request-asked">{requestText(request)}</p>}
      <div className="form-grid">
        {!grant && (
          <ChoiceRow
            id="grant-role"
            label="Role"
            required
            wide
            search
            error={wrong('roleId')}
            options={grantableRoles}
            value={roleId}
            onChange={chosen => {
              setRoleId(chosen)
              setScopeType(firstScopeOf(grantableRoles.find(({ value }) => value === chosen)?.code))
              setScopeRef(null)
              setFaults([])
            }}
          />
        )}
        {grant && <Refusals sentences={[wrong('roleId') ?? ''].filter(Boolean)} />}
        <ChoiceRow
          id="grant-scope"
          label="Scope"
          required
          wide
          error={wrong('scopeType')}
          options={scopes}
          value={scopeType}
          onChange={chosen => {
            setScopeType(chosen)
            setScopeRef(null)
            clearFault('scopeType')
          }}
        />
        {codeLists[scopeType] && (
          <ChoiceRow
            id="grant-code"
            label="Scope code"
            required
            wide
            search
            error={wrong('scopeRef')}
            options={codes}
            value={scopeRef}
            onChange={chosen => {
              setScopeRef(chosen)
              clearFault('scopeRef')
            }}
          />
        )}
        <FieldRow id="grant-from" label="Valid from" required error={wrong('validFrom')}>
          {control => <DayInput {...control} value={validFrom} onChange={setFrom} />}
        </FieldRow>
        <FieldRow id="grant-to" label="Valid to" error={wrong('validTo')} hint="Valid through this day">
          {control => <DayInput {...control} open value={validTo} onChange={day => setTo(day ?? FOREVER)} />}
        </FieldRow>
      </div>
      <Refusals sentences={faults.filter(({ field }) => !SHOWN.includes(field)).map(({ message }) => message)} />
    </Dialog>
  )
}

async function answerRequest({ id, rowVersion }: AccessRequestRow, grant: object): Promise<string | undefined> {
  const body = { action: 'give', rows: [{ id, rowVersion }], asked: grant }
  return (await api.post<{ message?: string }>(`/${accessRequest.path}/actions`, body)).data.message
}

interface Row {
  id: number
  code: string
  name: string
}

/** The roles that suit the person's user type. */
function useGrantableRoles({ userType }: PersonAndRoles) {
  return useRows(roleResource)
    .filter(({ code }) => code in roles && suitsUserType(code as Role, userType))
    .map(({ id, code, name }) => ({ value: id, code, label: `${name} (${code})` }))
}

const useCodes = (of: Resource | undefined) =>
  useRows(of).map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))

function useRows(of: Resource | undefined): Row[] {
  const { data } = useQuery({
    queryKey: ['codes', of?.path],
    enabled: of !== undefined,
    staleTime: 60_000,
    queryFn: () => rowsOf(of!).all<Row>({ where: { isActive: true } }),
  })
  return data ?? []
}
