import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { employee } from '../../resources/access-control/employee.ts'
import { confirmationSentence } from '../../resources/define/confirmation.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { appSetting } from '../../resources/settings/app-setting.ts'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import { rowsOf } from '../shell/rows.ts'

type Named = ApiRow & { employeeCode: string; name: string }

/** A setting that names an employee by code: who it is, and a choice of employees in its place. */
export function EmployeeSetting(setting: {
  row: ApiRow & { value: string }
  label: string
  canEdit: boolean
  waits: ReactNode
}) {
  const { row, label, canEdit, waits } = setting
  const [editing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [fault, setFault] = useState<string>()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['data', 'default', employee.path, 'by code', row.value],
    queryFn: () => rowsOf(employee).all<Named>({ where: { employeeCode: row.value } }),
    enabled: row.value !== '-',
  })
  const [named] = data ?? []
  const text = row.value === '-' ? 'None' : named ? `${named.name} · ${row.value}` : row.value

  function edit() {
    setChosen(named?.id ?? null)
    setFault(undefined)
    setEditing(true)
  }

  async function save() {
    try {
      const value = chosen === null ? '-' : (await rowsOf(employee).at<Named>(chosen)).employeeCode
      const path = `/${appSetting.path}/${row.id}`
      const { data: saved } = await api.patch<RowValues>(path, { value, rowVersion: row.rowVersion })
      await client.invalidateQueries({ queryKey: ['data', 'default', appSetting.path] })
      setEditing(false)
      showSuccess([`${label} is saved.`, confirmationSentence(saved)].filter(Boolean).join(' '))
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFault(error.faults[0]?.message ?? error.message)
    }
  }

  if (!editing)
    return (
      <>
        {text} {waits}
        {canEdit && (
          <div className="setting-choice">
            <Button size="small" onClick={edit}>
              Choose employee
            </Button>
          </div>
        )}
      </>
    )
  return (
    <>
      <label className="for-readers" htmlFor="employee-setting">
        {label}
      </label>
      <ReferencePicker
        id="employee-setting"
        aria-describedby={fault ? 'employee-setting-fault' : undefined}
        status={fault ? 'error' : ''}
        target={employee}
        value={chosen}
        text={named && text}
        onChange={setChosen}
      />
      {fault && (
        <div id="employee-setting-fault" className="field-error" role="alert">
          {fault}
        </div>
      )}
      <div className="setting-choice">
        <Button type="primary" size="small" onClick={() => void save()}>
          Save
        </Button>
        <Button size="small" onClick={() => setEditing(false)}>
          Cancel
        </Button>
      </div>
    </>
  )
}
