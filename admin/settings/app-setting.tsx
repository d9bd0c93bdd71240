import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { appSetting } from '../../resources/settings/app-setting.ts'
import { sapSettings } from '../../resources/settings/sap-settings.ts'
import { type SettingWords, settingGroups } from '../../resources/settings/setting-groups.ts'
import { settings } from '../../resources/settings/settings.ts'
import { useMay } from '../account/person.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { rowsOf } from '../shell/rows.ts'
import { BACK_PARAMETER, mayEdit, pathOf } from '../shell/screens.ts'
import { Waiting } from '../shell/waiting.tsx'
import { EmployeeSetting } from './employee-setting.tsx'
import '../derive/grid/proposed-value.css'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './app-setting.css'

type SettingRow = ApiRow & { key: string; value: string; pendingChange: { value?: string } | null }

/** The settings of the business in groups, each with its unit, its standard value and what reads it. */
export default function AppSettings() {
  const [words, setWords] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['data', 'default', appSetting.path, 'list', 'grouped'],
    queryFn: () => rowsOf(appSetting).all<SettingRow>({ where: { isActive: true } }),
  })
  const rows = new Map(data?.map(row => [row.key, row]))
  const groups = settingGroups
    .map(({ title, settings }) => ({
      title,
      settings: settings.filter(one => matches(words, title, one, rows.get(one.key)?.value)),
    }))
    .filter(({ settings }) => settings.length > 0)
  return (
    <PageFrame
      title={appSetting.title}
      purpose={appSetting.purpose}
      actions={
        <>
          <ButtonLink to="/settings/sap-settings">Open SAP settings</ButtonLink>
          <ButtonLink to="/settings/all-settings">Show as list</ButtonLink>
        </>
      }
    >
      <search className="list-toolbar">
        <Input
          className="list-search"
          aria-label="Search settings"
          placeholder="Search settings"
          prefix={<Icon name="search" />}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      </search>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && groups.length === 0 && (
        <p className="notice-box" role="status">
          No setting matches “{words}”.
        </p>
      )}
      {data &&
        groups.map(({ title, settings }) => (
          <section key={title} className="panel" aria-label={title}>
            <h2>{title}</h2>
            <SettingTable label={title} settings={settings} rows={rows} />
          </section>
        ))}
      {data && !words && <OtherSettings rows={data} />}
    </PageFrame>
  )
}

function SettingTable(table: {
  label: string
  settings: readonly SettingWords[]
  rows: ReadonlyMap<string, SettingRow>
}) {
  const may = useMay()
  const canEdit = mayEdit(may, appSetting)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label={`Settings of ${table.label}`}>
      <table className="plain-table settings-table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Value</th>
            <th scope="col">Standard</th>
            <th scope="col">Read by</th>
            {canEdit && (
              <th scope="col">
                <span className="for-readers">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.settings.map(({ key, label, unit, hint, readBy }) => {
            const row = table.rows.get(key)
            const { kind, standard } = settings[key]
            const value = row?.value ?? standard
            const waits = (one: SettingRow) => (
              <Waits row={one} label={label} text={proposed => settingText(kind, proposed, unit)} />
            )
            return (
              <tr key={key}>
                <th scope="row">
                  {label}
                  {hint && <div className="quiet">{hint}</div>}
                </th>
                <td className={value === standard ? undefined : 'is-changed'}>
                  {kind === 'employee' && row ? (
                    <EmployeeSetting row={row} label={label} canEdit={canEdit} waits={waits(row)} />
                  ) : (
                    <>
                      {settingText(kind, value, unit)}
                      {row && waits(row)}
                    </>
                  )}
                </td>
                <td className="quiet">{settingText(kind, standard, unit)}</td>
                <td>{readBy}</td>
                {canEdit && (
                  <td>
                    {row && kind !== 'employee' && (
                      <Link to={`${pathOf.edit(appSetting, row.id)}?${BACK_PARAMETER}=/${appSetting.path}`}>
                        Edit<span className="for-readers"> {label}</span>
                      </Link>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The value that somebody proposes, with the way to where another person confirms it. */
function Waits({ row, label, text }: { row: SettingRow; label: string; text: (value: string) => string }) {
  if (row.confirmStatus === 'CONFIRMED') return null
  const proposed = row.pendingChange?.value
  return (
    <div className="proposed-value">
      <span className="quiet">{proposed === undefined ? 'waits for confirmation' : 'proposed'}</span>{' '}
      {proposed !== undefined && text(proposed)}{' '}
      <Link to={pathOf.show(appSetting, row.id)}>
        Review<span className="for-readers"> {label}</span>
      </Link>
    </div>
  )
}

/** Settings that no group knows: somebody added them. */
function OtherSettings({ rows }: { rows: readonly SettingRow[] }) {
  const groupedKeys = new Set<string>(
    [...settingGroups, ...sapSettings].flatMap(({ settings }) => settings.map(({ key }) => key)),
  )
  const other = rows.filter(({ key }) => !groupedKeys.has(key))
  if (other.length === 0) return null
  return (
    <section className="panel" aria-labelledby="other-settings">
      <h2 id="other-settings">Other</h2>
      <ul className="related">
        {other.map(({ id, key, value }) => (
          <li key={key}>
            <Link to={pathOf.show(appSetting, id)}>{key}</Link> {value}
          </li>
        ))}
      </ul>
    </section>
  )
}

function settingText(kind: (typeof settings)[SettingWords['key']]['kind'], value: string, unit?: string): string {
  if (kind === 'employee' && value === '-') return 'None'
  if (kind === 'flag') return value === 'true' ? 'Yes' : 'No'
  const number = /^\d+(\.\d+)?$/.test(value) && kind !== 'text' ? Number(value).toLocaleString('en-IN') : value
  return unit === '₹' ? `₹ ${number}` : unit ? `${number} ${unit}` : number
}

const matches = (words: string, title: string, { label, hint, key, readBy }: SettingWords, value = '') =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every(word => `${title} ${label} ${hint ?? ''} ${key} ${readBy} ${value}`.toLowerCase().includes(word))
