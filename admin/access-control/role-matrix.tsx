import { Input, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { accessMatrix, type MatrixLine } from '../../resources/access-matrix.ts'
import { type Noun, nouns, reachIn, type Verb, verbs } from '../../resources/access-nouns.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Opening } from '../shell/use-quick-exit.ts'
import { roleText } from './people-and-roles.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './role-matrix.css'

const RightsBehind = lazy(() => import('./rights-behind.tsx'))

const groups = [...Map.groupBy(nouns, ({ group }) => group)]

/** What one role may do: nouns by verbs, each cell with whose rows; behind it the screens and fields. */
export default function RoleMatrix() {
  const [address, setAddress] = useAddress()
  const [text, setText] = useState('')
  const asked = address.get('role')
  const role = roleCodes.find(code => code === asked) ?? roleCodes[0]!
  const choose = (next: Role) =>
    setAddress(
      now => {
        now.set('role', next)
        return now
      },
      { replace: true },
    )
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (
    <PageFrame
      title="What Each Role May Do"
      purpose="The rights of each role. Several roles add up; a limit to an SBU, zone or plant narrows a role."
    >
      <div className="list-toolbar matrix-find">
        <Input
          className="plain-search"
          allowClear
          aria-label="Find a right"
          placeholder="Who may…, for example transporter or exports"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {words.length > 0 ? <WhoMay words={words} /> : <OneRole role={role} onChoose={choose} />}
    </PageFrame>
  )
}

function OneRole({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  const narrow = useNarrow()
  const [behind, setBehind] = useState<{ noun: Noun; verb: Verb } | null>(null)
  return (
    <div className="one-role">
      {narrow ? (
        <Select
          aria-label="Role"
          value={role}
          options={roleCodes.map(value => ({ value, label: roleText(value) }))}
          onChange={onChoose}
        />
      ) : (
        <ul className="role-list" aria-label="Roles">
          {roleCodes.map(code => (
            <li key={code}>
              <button type="button" aria-current={code === role || undefined} onClick={() => onChoose(code)}>
                {roleText(code)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways */}
        <section className="table-scroll matrix" tabIndex={0} aria-label={`What ${roleText(role)} may do`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">What</th>
                {verbs.map(({ says }) => (
                  <th key={says} scope="col">
                    {says}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(([group, ofGroup]) => (
              <tbody key={group}>
                <tr className="matrix-group">
                  <th scope="rowgroup" colSpan={verbs.length + 1}>
                    {group}
                  </th>
                </tr>
                {ofGroup.map(noun => (
                  <tr key={noun.title}>
                    <th scope="row">{noun.title}</th>
                    {verbs.map(verb => (
                      <td key={verb.says}>
                        <Cell noun={noun} verb={verb} role={role} onOpen={() => setBehind({ noun, verb })} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
        <p className="quiet">
          A cell says whose rows; “–” is never. Press a cell for the screens and fields behind it.
        </p>
      </div>
      {behind && (
        <Suspense fallback={<Opening onClose={() => setBehind(null)} />}>
          <RightsBehind role={role} {...behind} onClose={() => setBehind(null)} />
        </Suspense>
      )}
    </div>
  )
}

function Cell({ noun, verb, role, onOpen }: { noun: Noun; verb: Verb; role: Role; onOpen: () => void }) {
  const reach = reachIn(noun, role, verb)
  if (reach === null) return <span className="quiet">–</span>
  return (
    <button type="button" className="matrix-cell" onClick={onOpen}>
      <Icon name="check" size={11} /> {reach}
      <span className="for-readers">
        {' '}
        {verb.says.toLowerCase()} {noun.said}
      </span>
    </button>
  )
}

const lines = accessMatrix()
const holds = (line: MatrixLine, words: readonly string[]) => {
  const hay = `${line.kind} ${line.title} ${line.id} ${line.also} ${Object.values(line.cells).join(' ')}`.toLowerCase()
  return words.every(word => hay.includes(word))
}

/** The rights that hold some words, each with the roles that have it. */
function WhoMay({ words }: { words: readonly string[] }) {
  const found = lines.filter(line => holds(line, words))
  return (
    <>
      <p role="status" className="quiet matrix-count">
        {found.length === 0 ? 'No matches.' : `${found.length} of ${lines.length} rights`}
      </p>
      <ul className="who-may" aria-label="Rights">
        {found.map(line => (
          <li key={line.id}>
            <h2>
              {line.title} <span className="quiet">{[line.kind, line.also].filter(Boolean).join('; ')}</span>
            </h2>
            <dl>
              {roleCodes.map(
                role =>
                  line.cells[role] && (
                    <div key={role}>
                      <dt>{roleText(role)}</dt>
                      <dd>{line.cells[role]}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}
