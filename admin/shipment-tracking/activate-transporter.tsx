import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import type { showTransporterLogins, TransporterLogin } from '../../resources/access-control/commands/logins.ts'
import { can } from '../../resources/capabilities.ts'
import { plainText } from '../../resources/define/sheet/signs.ts'
import { loginStatusText, loginTones } from '../access-control/login-status.ts'
import { useLoginSteps } from '../access-control/use-login-steps.tsx'
import { useMay, usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { Status } from '../derive/record/status.tsx'
import { momentText } from '../derive/value-text.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'

const transporterLogins = at<typeof showTransporterLogins>('GET transporter-logins')
const of = 'masters/transporter'
const isOpen = ({ status }: TransporterLogin) => status === 'INVITED' || status === 'ACTIVE'

/** The portal logins of transporters: created one by one or many at once, invited again, closed. */
export default function ActivateTransporter() {
  const mayChange = useMay()('update', of)
  const { user } = usePerson()
  const { take, dialog } = useLoginSteps(of)
  const [status, setStatus] = useState('')
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { data, error, refetch } = useAsk(transporterLogins, {}, { shows: ['settings/user'] })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />

  const search = plainText(words).toLowerCase()
  const rows = data.filter(
    row =>
      (!status || row.status === status) &&
      `${row.code} ${row.name} ${row.email} ${row.mobile}`.toLowerCase().includes(search),
  )
  const selected = rows.filter(row => chosen.includes(row.id) && !isOpen(row))
  const columns: PlainColumn<TransporterLogin>[] = [
    {
      head: 'Transporter',
      value: row =>
        mayChange && !isOpen(row) ? (
          <Checkbox
            checked={chosen.includes(row.id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, row.id] : chosen.filter(id => id !== row.id))
            }
          >
            {row.code} · {row.name}
          </Checkbox>
        ) : (
          `${row.code} · ${row.name}`
        ),
    },
    { head: 'E-mail', value: row => row.email },
    { head: 'Mobile', value: row => row.mobile },
    { head: 'Login', value: row => <Status tone={loginTones[row.status]} word={loginStatusText[row.status]} /> },
    { head: 'Login ID', value: row => row.loginId },
    { head: 'Last used', value: row => row.lastLoginAt && momentText(row.lastLoginAt) },
  ]
  const actions = (row: TransporterLogin) => {
    if (!isOpen(row)) return <Button onClick={() => take('create', [row])}>Activate{nameForReaders(row)}</Button>
    return (
      <>
        {(row.status === 'INVITED' || can(user, 'renewUsedLogins')) && (
          <Button onClick={() => take('renew', [row])}>New link{nameForReaders(row)}</Button>
        )}{' '}
        <Button danger onClick={() => take('close', [row])}>
          Close{nameForReaders(row)}
        </Button>
      </>
    )
  }
  return (
    <PageFrame
      title="Activate Transporter Login"
      purpose="With a login, transporters report the status of LRs and upload proofs of delivery."
      actions={
        mayChange && (
          <Button type="primary" disabled={selected.length === 0} onClick={() => take('create', selected)}>
            Activate {selected.length || ''} selected
          </Button>
        )
      }
    >
      <search className="list-toolbar">
        <Input
          className="plain-search"
          aria-label="Search transporters"
          placeholder="Search code, name, e-mail, mobile"
          allowClear
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Select
          aria-label="Login status"
          value={status}
          popupMatchSelectWidth={false}
          options={[
            { value: '', label: 'Any status' },
            ...Object.entries(loginStatusText).map(([value, label]) => ({ value, label })),
          ]}
          onChange={setStatus}
        />
      </search>
      {rows.length === 0 ? (
        <Empty
          kind={data.length === 0 ? 'rows' : 'filtered'}
          text={data.length === 0 ? 'No transporters yet.' : 'No transporters match your search.'}
        />
      ) : (
        <PlainGrid label="Transporters" rows={rows} columns={columns} {...(mayChange && { actions })} />
      )}
      {dialog}
    </PageFrame>
  )
}

const nameForReaders = ({ name }: TransporterLogin) => <span className="for-readers"> {name}</span>
