import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { listOf } from '../../shell/list-of.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine } from './line-store.ts'

/** The plant of a row, as the rules found it or as the customer service centre chose it. */
export function PlantChoice({ line, no, found }: { line: PadLine; no: number; found: string | null }) {
  const { store } = usePad()
  const { data = [], isFetching } = useQuery({
    queryKey: ['plants'],
    staleTime: 300_000,
    queryFn: () => listOf<Plant>(plant.path, { isActive: true, $sort: { code: 1 } }),
  })
  return (
    <Select
      className="wide"
      aria-label={`Plant of row ${no}`}
      allowClear
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={260}
      loading={isFetching}
      placeholder={found ?? 'None found'}
      options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      value={line.extras.plantId}
      onChange={(id: number | null | undefined) => store.changeExtras(line.key, { plantId: id ?? null })}
    />
  )
}
