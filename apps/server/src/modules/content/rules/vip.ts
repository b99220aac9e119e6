/** The VIP levels: how a member reaches them and what they give. The amounts are settings. */
import type { Rule } from '../rule.ts'

/** Where a text has the list of levels. */
export const LEVELS = '{levels}'

export const vip: Rule = {
  version: '1',
  since: '2026-11-22',
  texts: {
    'en-us': {
      title: 'VIP levels',
      intro: 'Your VIP level follows from what you have spent. It never costs anything extra.',
      sections: [
        {
          title: '1. How you reach a level',
          text: 'What you paid for orders of drawn issues counts, to the last unit. What a voucher paid of an order does not count, and refunded orders do not either. These are the totals from which the levels begin:\n\n{levels}\n\nThe level changes by itself after a draw.',
        },
        {
          title: '2. What a level gives',
          text: 'Products of the VIP zone name the level that a buyer needs. The fee of a withdrawal is lower with a higher level; the withdrawal page shows yours before you confirm.',
        },
        {
          title: '3. What it does not change',
          text: 'Every share has the same chance in the draw, whatever the level of its owner. Limits, breaks and all other rules apply to every level. Do not buy shares to reach a level: spend only what you planned to spend.',
        },
      ],
    },
    'bn-bd': {
      title: 'VIP লেভেল',
      intro: 'আপনি কত খরচ করেছেন তা থেকেই VIP লেভেল ঠিক হয়। এর জন্য বাড়তি কিছু দিতে হয় না।',
      sections: [
        {
          title: '1. লেভেল কীভাবে হয়',
          text: 'যেসব রাউন্ডের ড্র হয়েছে, সেগুলোর অর্ডারে আপনি যা দিয়েছেন তার পুরোটাই গোনা হয়। কুপন যে অংশ দিয়েছে আর যে অর্ডারের টাকা ফেরত হয়েছে, তা গোনা হয় না। লেভেলগুলো শুরু হয় এই মোট থেকে:\n\n{levels}\n\nড্রয়ের পর লেভেল নিজে থেকেই বদলায়।',
        },
        {
          title: '2. লেভেলে কী পাবেন',
          text: 'VIP জোনের পণ্যে লেখা থাকে কিনতে কোন লেভেল লাগবে। লেভেল যত বেশি, টাকা তোলার ফি তত কম; নিশ্চিত করার আগে টাকা তোলার পাতায় আপনার ফি দেখা যায়।',
        },
        {
          title: '3. কী বদলায় না',
          text: 'মালিকের লেভেল যা-ই হোক, ড্রতে প্রতিটি শেয়ারের সুযোগ সমান। সীমা, বিরতি ও অন্য সব নিয়ম সব লেভেলে একই। লেভেল বাড়াতে শেয়ার কিনবেন না: যতটুকু ভেবেছিলেন ততটুকুই খরচ করুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'مستويات VIP',
      intro: 'يتحدد مستوى VIP بما أنفقته، ولا يكلفك شيئًا إضافيًا.',
      sections: [
        {
          title: '1. كيف تصل إلى مستوى',
          text: 'يُحتسب كل ما دفعته لطلبات الإصدارات التي سُحبت، حتى أصغر وحدة. لا يُحتسب ما دفعه كوبون ولا الطلبات التي رُدّ مبلغها. تبدأ المستويات من هذه المجاميع:\n\n{levels}\n\nيتغير المستوى تلقائيًا بعد السحب.',
        },
        {
          title: '2. ماذا يمنحك المستوى',
          text: 'تذكر منتجات منطقة VIP المستوى المطلوب للشراء. كلما ارتفع المستوى انخفضت رسوم السحب إلى حسابك، وتعرضها لك صفحة السحب قبل التأكيد.',
        },
        {
          title: '3. ما الذي لا يتغير',
          text: 'لكل حصة الفرصة نفسها في السحب أيًا كان مستوى صاحبها. تسري الحدود وفترات الراحة وكل القواعد الأخرى على جميع المستويات. لا تشترِ حصصًا لتبلغ مستوى: أنفق ما خططت له فقط.',
        },
      ],
    },
    'zh-cn': {
      title: 'VIP 等级',
      intro: '您的 VIP 等级取决于已消费的金额，不会额外收费。',
      sections: [
        {
          title: '1. 如何达到等级',
          text: '已开奖各期订单的实付金额全额计入，精确到最小单位。优惠券抵扣的部分和已退款的订单不计入。各等级的起点如下：\n\n{levels}\n\n开奖后等级会自动变化。',
        },
        {
          title: '2. 等级带来什么',
          text: 'VIP 专区的商品会注明购买所需等级。等级越高，提现手续费越低；提现页面会在您确认前显示您的费率。',
        },
        {
          title: '3. 不会改变什么',
          text: '无论持有者是什么等级，每一份的中奖机会都相同。限额、休息和其他规则对所有等级都适用。请不要为了升级而购买，只花您原本打算花的钱。',
        },
      ],
    },
    'hi-in': {
      title: 'VIP स्तर',
      intro: 'आपका VIP स्तर आपके खर्च से तय होता है। इसके लिए कोई अलग रकम नहीं लगती।',
      sections: [
        {
          title: '1. स्तर कैसे मिलता है',
          text: 'जिन राउंड का ड्रॉ हो चुका है, उनके ऑर्डर पर आपने जो रकम दी, वह पूरी गिनी जाती है। कूपन से दी गई रकम और रिफ़ंड हुए ऑर्डर नहीं गिने जाते। स्तर इन रकमों से शुरू होते हैं:\n\n{levels}\n\nड्रॉ के बाद स्तर अपने आप बदल जाता है।',
        },
        {
          title: '2. स्तर से क्या मिलता है',
          text: 'VIP ज़ोन के प्रोडक्ट पर लिखा होता है कि खरीदने के लिए कौन-सा स्तर चाहिए। स्तर जितना ऊँचा, निकासी की फ़ीस उतनी कम; पक्का करने से पहले निकासी का पेज आपकी फ़ीस दिखाता है।',
        },
        {
          title: '3. क्या नहीं बदलता',
          text: 'ड्रॉ में हर हिस्से का मौका बराबर है, मालिक का स्तर कुछ भी हो। सीमाएँ, ब्रेक और बाकी सभी नियम हर स्तर पर लागू हैं। स्तर पाने के लिए हिस्से न खरीदें: उतना ही खर्च करें जितना आपने सोचा था।',
        },
      ],
    },
    'pt-br': {
      title: 'Níveis VIP',
      intro: 'Seu nível VIP depende do que você gastou. Ele nunca custa nada a mais.',
      sections: [
        {
          title: '1. Como chegar a um nível',
          text: 'Conta tudo o que você pagou por pedidos de edições já sorteadas, até o último centavo. O que um cupom pagou e os pedidos reembolsados não contam. Os níveis começam nestes totais:\n\n{levels}\n\nO nível muda sozinho depois de um sorteio.',
        },
        {
          title: '2. O que um nível oferece',
          text: 'Os produtos da área VIP informam o nível necessário para comprar. Quanto maior o nível, menor a taxa de saque; a página de saque mostra a sua antes de você confirmar.',
        },
        {
          title: '3. O que não muda',
          text: 'Cada cota tem a mesma chance no sorteio, seja qual for o nível do dono. Limites, pausas e todas as outras regras valem para todos os níveis. Não compre cotas só para subir de nível: gaste apenas o que planejou.',
        },
      ],
    },
    'id-id': {
      title: 'Level VIP',
      intro: 'Level VIP Anda mengikuti jumlah yang sudah Anda belanjakan. Tidak ada biaya tambahan.',
      sections: [
        {
          title: '1. Cara mencapai level',
          text: 'Yang dihitung adalah yang Anda bayar untuk pesanan dari edisi yang sudah diundi, sampai satuan terkecil. Bagian yang dibayar voucher dan pesanan yang dikembalikan dananya tidak dihitung. Level dimulai dari total berikut:\n\n{levels}\n\nLevel berubah sendiri setelah undian.',
        },
        {
          title: '2. Manfaat level',
          text: 'Produk di zona VIP menyebutkan level yang diperlukan pembeli. Makin tinggi level, makin rendah biaya penarikan; halaman penarikan menampilkan biaya Anda sebelum Anda konfirmasi.',
        },
        {
          title: '3. Yang tidak berubah',
          text: 'Setiap bagian punya peluang yang sama dalam undian, apa pun level pemiliknya. Batas, jeda, dan semua aturan lain berlaku untuk semua level. Jangan membeli bagian demi naik level: belanjakan hanya yang Anda rencanakan.',
        },
      ],
    },
    'vi-vn': {
      title: 'Cấp VIP',
      intro: 'Cấp VIP của bạn tùy vào số tiền bạn đã chi. Bạn không phải trả thêm gì.',
      sections: [
        {
          title: '1. Cách đạt một cấp',
          text: 'Toàn bộ số tiền bạn trả cho đơn của các kỳ đã mở thưởng đều được tính, đến đơn vị nhỏ nhất. Phần do phiếu giảm giá trả và các đơn đã hoàn tiền không được tính. Các cấp bắt đầu từ những mức sau:\n\n{levels}\n\nCấp tự thay đổi sau khi mở thưởng.',
        },
        {
          title: '2. Cấp mang lại gì',
          text: 'Sản phẩm ở khu VIP ghi rõ cấp cần có để mua. Cấp càng cao, phí rút tiền càng thấp; trang rút tiền cho bạn xem mức phí trước khi xác nhận.',
        },
        {
          title: '3. Điều không thay đổi',
          text: 'Mọi phần đều có cơ hội như nhau khi mở thưởng, bất kể cấp của người giữ. Giới hạn, tạm nghỉ và mọi quy định khác áp dụng cho mọi cấp. Đừng mua phần chỉ để lên cấp: chỉ chi số tiền bạn đã định.',
        },
      ],
    },
  },
}
