import { useSelect } from '@refinedev/antd'
import { Select } from 'antd'
import { useState } from 'react'

interface Props<Row> {
  /** Shown above the choice: of what, and that it counts where the file does not say. */
  label: string
  /** The column of each row that the choice stands for. */
  column: string
  /** The path of the resource whose rows are offered. */
  from: string
  text: (row: Row) => string
}

/** What holds for each row of an import that does not say it itself: a code, sent with the file. */
export default function GivenChoice<Row extends { code: string }>({ label, column, from, text }: Props<Row>) {
  const { query } = useSelect<Row>({ resource: from, pagination: { mode: 'off' } })
  const [code, setCode] = useState<string>()
  const rows = [...new Map((query.data?.data ?? []).map(one => [one.code, one])).values()]
  return (
    <p>
      <label htmlFor={`given-${column}`}>{label}</label>
      <br />
      <Select
        id={`given-${column}`}
        allowClear
        style={{ minWidth: 260 }}
        loading={query.isLoading}
        value={code}
        options={rows.map(one => ({ value: one.code, label: `${one.code} · ${text(one)}` }))}
        onChange={setCode}
      />
      <input type="hidden" name={`given.${column}`} value={code ?? ''} />
    </p>
  )
}
