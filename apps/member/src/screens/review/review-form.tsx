import { account, home } from '@fairlot/contract/endpoints/home'
import { orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { reviewMine, reviewPost } from '@fairlot/contract/endpoints/mall/reviews'
import { withoutUnseen } from '@fairlot/contract/typed-text'
import { MAX_REVIEW_TEXT, MAX_REVIEW_TITLE } from '@fairlot/contract/life/review-life'
import { publicName } from '@fairlot/contract/public-name'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { focusFirstError } from '../../parts/auth/refusals.ts'
import { paths } from '../../paths.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { useMember } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckboxRow } from '../../ui/fields/checkbox-row.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import type { OrderData } from '../order/detail/order-view.tsx'
import { dropDraft, keepDraft, readDraft, type Draft } from './draft.ts'
import { PictureField } from './picture-field.tsx'
import { useReviewPictures } from './use-review-pictures.ts'

const TOUCHES = [orderDetail, orderIssues, orderList, account, home, reviewMine] as const

type Wrong = Partial<Record<'title' | 'content' | 'pictures', string>>

/** Title, text, pictures, name. What is typed stays in the tab until it is sent. */
export function ReviewForm({ data, head }: { data: OrderData; head: ReactNode }) {
  const { t } = useTranslation(['review', 'ui'])
  const { order } = data.order
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const online = useOnline()
  const name = publicName(useMember()?.nickname ?? '')
  const [draft, setDraft] = useState(() => readDraft(order))
  const [kept, setKept] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const list = useReviewPictures()
  const post = useMoneyCall(reviewPost, {
    touches: TOUCHES,
    lost: t('write.lost'),
    onSuccess: () => {
      dropDraft(order)
      toast.ok(t('write.done'))
      void navigate({ ...paths.myReviews(), replace: true })
    },
  })
  const write = (more: Partial<Draft>) => {
    const next = { ...draft, ...more }
    setDraft(next)
    setWrong({})
    setKept(keepDraft(order, next))
  }
  const noPicture = list.pictures.length === 0 ? t('pictures.need') : undefined
  const pictureFault = list.ids() === null ? t('pictures.missing') : noPicture
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { title, content, named } = draft
    const pictures = list.ids()
    const found: Wrong = {
      ...(title.trim() === '' && { title: t('write.needTitle') }),
      ...(content.trim() === '' && { content: t('write.needText') }),
      ...(pictureFault !== undefined && { pictures: pictureFault }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0 || pictures === null) return focusFirstError(form.current)
    // a keyboard may add marks of direction that nobody sees
    post.mutate({ order, title: withoutUnseen(title), content: withoutUnseen(content), named, pictures })
  }
  const why = online ? (list.busy ? t('pictures.sending') : undefined) : t('ui:offline.money')
  const bar = (
    <div>
      <Button type="submit" form="review" tone="gold" size="lg" wide sending={post.isPending} why={why}>
        {t('write.send')}
      </Button>
      <p className="text-cap text-ink-2 mt-2 text-center">{t('write.read')}</p>
    </div>
  )
  return (
    <Page
      title={t('write.title')}
      nav={
        <NavBar
          title={t('write.title')}
          actions={kept && <span className="text-cap text-ink-2 pe-2">{t('write.kept')}</span>}
        />
      }
      bar={bar}
      barLabel={t('write.send')}
      width="form"
    >
      <form ref={form} id="review" noValidate onSubmit={submit} className="flex flex-col gap-6 pt-2">
        {head}
        <Field
          label={t('write.label')}
          value={draft.title}
          maxLength={MAX_REVIEW_TITLE}
          error={wrong.title}
          dir="auto"
          onChange={(event) => write({ title: event.target.value })}
        />
        <TextArea
          label={t('write.content')}
          value={draft.content}
          maxLength={MAX_REVIEW_TEXT}
          error={wrong.content}
          dir="auto"
          onChange={(event) => write({ content: event.target.value })}
        />
        <PictureField list={list} error={wrong.pictures && !list.busy ? pictureFault : undefined} />
        <Card>
          <CheckboxRow checked={draft.named} onChange={(event) => write({ named: event.target.checked })}>
            <span className="block font-medium">{t('write.named', { name })}</span>
            <span className="text-cap text-ink-2 block">
              {t(draft.named ? 'write.namedText' : 'write.unnamedText')}
            </span>
          </CheckboxRow>
        </Card>
        <p className="text-cap text-ink-2">{t('write.completes')}</p>
      </form>
    </Page>
  )
}
