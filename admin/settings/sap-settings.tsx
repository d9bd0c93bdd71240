import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { confirmationSentence } from '../../resources/define/confirmation.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { appSetting } from '../../resources/settings/app-setting.ts'
import { type SapSetting, sapSettingFault, sapSettings } from '../../resources/settings/sap-settings.ts'
import { settings } from '../../resources/settings/settings.ts'
import { useMay } from '../account/person.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { useUnsavedGuard } from '../derive/form/unsaved.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal, type Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { rowsOf } from '../shell/rows.ts'
import { Waiting } from '../shell/waiting.tsx'
import '../derive/form/form.css'

type SettingRow = ApiRow & { key: string; value: string; pendingChange: { value?: string } | null }

const KEY = ['sap-settings']
const formId = 'sap-settings'
const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** What the portal has to know of this company's SAP, with a heading for each purpose. */
export default function SapSettings() {
  const { data, error, refetch } = useQuery<SettingRow[], Refusal>({
    queryKey: KEY,
    queryFn: () => rowsOf(appSetting).all<SettingRow>({ where: { isActive: true }, q: 'sap.' }),
  })
  return (
    <PageFrame title="SAP Settings" purpose="Names, schedules and accounts for the SAP connection.">
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <SapSettingsForm rows={data} />}
    </PageFrame>
  )
}

function SapSettingsForm({ rows }: { rows: readonly SettingRow[] }) {
  const client = useQueryClient()
  const mayChange = useMay()('update', appSetting.path)
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const edited = Object.keys(changed).length > 0
  useUnsavedGuard(() => edited)
  const shownValue = (key: string) =>
    changed[key] ?? rows.find(row => row.key === key)?.value ?? settings[key as SapSetting['key']].standard

  const proposedText = (key: string) => {
    const proposed = rows.find(row => row.key === key)?.pendingChange?.value
    return proposed === undefined ? undefined : `“${proposed}” waits for confirmation under Settings`
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const saveFaults: Fault[] = []
    let waiting: string | undefined
    for (const [key, value] of Object.entries(changed)) {
      const fault = sapSettingFault(key, value)
      const sent = fault === null ? await send(key, value) : { fault }
      if ('fault' in sent) saveFaults.push({ field: key, code: 'FORMAT', message: sent.fault })
      else waiting ??= confirmationSentence(sent.row)
    }
    await client.invalidateQueries({ queryKey: KEY })
    setChanged(
      Object.fromEntries(Object.entries(changed).filter(([key]) => saveFaults.some(({ field }) => field === key))),
    )
    setFaults(saveFaults)
    setAttempt(attempt + 1)
    setBusy(false)
    if (saveFaults.length === 0) showSuccess(['The settings are saved.', waiting].filter(Boolean).join(' '))
  }

  /** Saves one setting; returns it, or why it could not be saved. */
  async function send(key: string, value: string): Promise<{ row: RowValues } | { fault: string }> {
    const row = rows.find(one => one.key === key)
    if (!row) return { fault: `${key} is an unknown setting: ask the IT administrator to restart the portal` }
    try {
      const saved = await api.patch<RowValues>(`/${appSetting.path}/${row.id}`, { value, rowVersion: row.rowVersion })
      return { row: saved.data }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { fault: error.faults[0]?.message ?? error.message }
    }
  }

  return (
    <form className="panel" onSubmit={event => void save(event)} noValidate>
      <FaultSummary faults={faults} attempt={attempt} formId={formId} />
      {sapSettings.map(group => (
        <section key={group.title} className="form-section" aria-label={group.title}>
          <h2>{group.title}</h2>
          <div className="form-grid is-double">
            {group.settings.map(({ key, label, hint }) => (
              <FieldRow
                key={key}
                id={`${formId}-${key}`}
                label={label}
                hint={[hint, proposedText(key)].filter(Boolean).join('. ')}
                error={faults.find(({ field }) => field === key)?.message}
                required
              >
                {control =>
                  settings[key].kind === 'flag' ? (
                    <Select
                      {...control}
                      status={control.status ?? ''}
                      value={shownValue(key)}
                      disabled={!mayChange}
                      options={YES_OR_NO}
                      onChange={value => setChanged({ ...changed, [key]: value })}
                    />
                  ) : (
                    <Input
                      {...control}
                      value={shownValue(key)}
                      disabled={!mayChange}
                      maxLength={255}
                      onChange={({ target }) => setChanged({ ...changed, [key]: target.value })}
                    />
                  )
                }
              </FieldRow>
            ))}
          </div>
        </section>
      ))}
      {mayChange && (
        <div className="form-buttons">
          <Button type="primary" htmlType="submit" loading={busy} disabled={!edited}>
            Save settings
          </Button>
          <Button disabled={!edited} onClick={() => setChanged({})}>
            Discard changes
          </Button>
        </div>
      )}
    </form>
  )
}
