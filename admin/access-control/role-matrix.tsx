import { Input, Select } from 'antd'
import { useState } from 'react'
import { accessMatrix, type MatrixLine } from '../../resources/access-matrix.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { roleText } from './people-and-roles.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import '../derive/grid/plain-grid.css'
import './role-matrix.css'

const lines = accessMatrix()
const holds = (line: MatrixLine, words: readonly string[]) => {
  const hay = `${line.kind} ${line.title} ${line.id} ${line.also} ${Object.values(line.cells).join(' ')}`.toLowerCase()
  return words.every(word => hay.includes(word))
}

/** What each role may do, read from the resource declarations; all roles side by side, or one alone. */
export default function RoleMatrix() {
  const narrow = useNarrow()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Role | ''>('')
  const role = chosen || (narrow ? roleCodes[0]! : '')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matchingLines = lines.filter(line => (!role || line.cells[role]) && holds(line, words))
  const shown: readonly Role[] = role ? [role] : roleCodes
  const everyRole = narrow ? [] : [{ value: '' as const, label: 'All roles side by side' }]
  return (
    <PageFrame
      title="What Each Role May Do"
      purpose="The rights of each role. Several roles add up; a limit to an SBU, zone or plant narrows a role."
    >
      <div className="list-toolbar">
        <Input
          className="plain-search"
          allowClear
          aria-label="Find in the matrix"
          placeholder="Search, for example transporter or exports"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          aria-label="Role"
          value={role}
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          options={[...everyRole, ...roleCodes.map(value => ({ value, label: `${roleText(value)} (${value})` }))]}
          onChange={setChosen}
        />
      </div>
      <p role="status" className="quiet matrix-count">
        {matchingLines.length === 0 ? 'No matches.' : `${matchingLines.length} of ${lines.length} lines`}
      </p>
      {narrow && role ? <Cards lines={matchingLines} role={role} /> : <Table lines={matchingLines} shown={shown} />}
    </PageFrame>
  )
}

function Table({ lines, shown }: { lines: readonly MatrixLine[]; shown: readonly Role[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll matrix" tabIndex={0} aria-label="Roles and their rights">
      <table className="plain-table plain-grid">
        <thead>
          <tr>
            <th scope="col">What</th>
            {shown.map(role => (
              <th key={role} scope="col">
                {roleText(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              <th scope="row">
                {line.title}
                <span className="quiet">{[line.kind, line.also].filter(Boolean).join('; ')}</span>
              </th>
              {shown.map(role => (
                <td key={role}>{line.cells[role]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cards({ lines, role }: { lines: readonly MatrixLine[]; role: Role }) {
  return (
    <ul className="row-cards" aria-label={`Rights of ${roleText(role)}`}>
      {lines.map(line => (
        <li key={line.id} className="row-card">
          <h2>{line.title}</h2>
          <p>
            {line.cells[role]} <span className="quiet">({line.kind.toLowerCase()})</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
