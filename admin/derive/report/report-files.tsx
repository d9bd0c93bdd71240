import { useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import type { Resource } from '../../../resources/define/resource.ts'
import { momentText, showNumber } from '../../../resources/define/show.ts'
import type { dropFile, listFiles, MyReportFile } from '../../../resources/mis/commands/report-files.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import { ask, at, keyOf, useAsk } from '../command/ask.ts'
import './report.css'

const LOOK_MS = 2_000
const files = at<typeof listFiles>('GET my-report-files')
const dropping = at<typeof dropFile>('DELETE my-report-files/{id}')
const inWork = ({ status }: MyReportFile) => status === 'WAITING' || status === 'WRITING'

/** The files of a report that the person asked for and that are made in the background: how far each is, or its download. */
export default function ReportFiles({ report }: { report: Resource }) {
  const client = useQueryClient()
  const { data = [] } = useAsk(
    files,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(inWork) ? LOOK_MS : false) },
  )
  const own = data.filter(file => file.report === report.path)
  if (own.length === 0) return null
  async function drop(file: MyReportFile) {
    try {
      await ask(dropping, { id: file.id })
    } catch (error) {
      showFailure('The file is not removed', isRefusal(error) ? error.message : undefined)
    }
    await client.invalidateQueries({ queryKey: keyOf(files) })
  }
  return (
    <section className="panel report-files" aria-label="Your files of this report">
      <h2>Your files</h2>
      <ul>
        {own.map(file => (
          <li key={file.id}>
            <strong>{file.fileName}</strong>
            <FileState file={file} />
            {file.status === 'DONE' && (
              <Button size="small" type="primary" href={`/api/my-report-files/${file.id}/file`}>
                Download
              </Button>
            )}
            <Button size="small" onClick={() => void drop(file)}>
              {inWork(file) ? 'Cancel' : 'Remove'}
              <span className="for-readers"> {file.fileName}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileState({ file }: { file: MyReportFile }) {
  const { status, rowsTotal, rowsDone, expiresAt, errorText } = file
  if (status === 'DONE')
    return (
      <span>
        {showNumber(rowsTotal)} rows, kept until {momentText(expiresAt!)}
      </span>
    )
  if (status === 'FAILED') return <span role="alert">{errorText}</span>
  if (status === 'WAITING' || rowsTotal === 0) return <span role="status">{errorText ?? 'Waiting for its turn'}</span>
  return (
    <span className="report-file-progress" role="status">
      {showNumber(rowsDone)} of {showNumber(rowsTotal)} rows
      <Progress
        percent={Math.floor((rowsDone * 100) / rowsTotal)}
        size="small"
        showInfo={false}
        aria-label={`${file.fileName}: written`}
      />
    </span>
  )
}
