/** Prize-share events, for members. Each event has its own numbers, which its page shows. */
import type { Rule } from '../rule.ts'

export const event: Rule = {
  version: '3',
  since: '2026-11-28',
  texts: {
    'en-us': {
      title: 'Prize-share event',
      intro:
        'A pool that is drawn among members who brought friends: who can join, how it is drawn, and when it is paid.',
      sections: [
        {
          title: '1. Who can join',
          text: 'You can join when enough friends registered with your code after the opening and topped up the amount before the deadline. The page of the event says how many friends and what amount. A top-up that went back to its source does not count, nor do friends who look like the same person. Everybody joins once, has one place in the list, and pays nothing. During a break or self-exclusion, and while the account is being closed, nobody can join. When the list is sealed, and when an event that members joined ends without a draw, friends are counted again: if too few of them still count, you are left out. Then you neither win nor get a share, and the app tells you. An event that opened before this version of the rules does not count them again.',
        },
        {
          title: '2. What is fixed before',
          text: 'Pool, number of winners, deadline and grade are published in the public log at the opening, with the fingerprint of a secret value. Nobody can change them or end the event afterwards. The pool leaves the house’s marketing account at the opening and stays in an account of the event.',
        },
        {
          title: '3. How it is drawn',
          text: 'After the deadline the list of participants is sealed. The winners follow by calculation from the list, the secret value and, with the grades “Public beacon” and “Witnessed”, from a public random number that does not exist before the seal. With the grade “Sealed secret” the house knows the secret beforehand. With a local beacon the house makes the random numbers itself and could know them in advance. Every place has the same chance, and no place wins twice. With the grade “Witnessed”, as many of the named witnesses as the event says sign the sealed list before that number exists.',
        },
        {
          title: '4. What is published',
          text: 'The list with tags and times of joining, the secret, the random number and the calculation. The list has no names, phone numbers or friends; only you know which tag is yours until you win. The page shows the masked names of winners. Anyone can repeat the calculation with the proof. It also says which places in the list were left out because friends took their money back.',
        },
        {
          title: '5. When it is paid',
          text: 'All winners get the same amount: the pool divided by the number of prizes, rounded down. It is credited to the wallet right after the draw, without a fee. What rounding leaves, prizes without a participant, and the prize of an account that was closed go back to the house. If too few witnesses sign in time, the winners are paid all the same, and the pool is paid once more, in even shares among those who did not win, rounded down.',
        },
        {
          title: '6. When there is no draw',
          text: 'The event is void when nobody joined or everybody was left out, when the house could not fund the pool by the deadline, so that it never opened, when the log was lost before the draw, or when an event of the grade “Witnessed” could not be sealed for 7 days because too few witnesses responded. In the last two cases everybody who joined and was not left out gets an even share of the pool; otherwise it goes back to the house. An event that opened before this version of the rules is sealed again until one witness has signed, and its pool goes back to the house when the log is lost. Nobody loses money, because joining is free.',
        },
        {
          title: '7. Take part with care',
          text: 'You must be 18 or older. Most participants may win nothing. Do not urge friends to top up, and do not top up for them: what they top up is theirs, and most shares do not win.',
        },
      ],
    },
    'zh-cn': {
      title: '瓜分奖金活动',
      intro: '奖金在带来好友的会员中抽出：谁能参加，怎样开奖，何时支付。',
      sections: [
        {
          title: '1. 谁能参加',
          text: '活动开始后有足够的好友用你的邀请码注册，并在截止前充值满额，你就可以参加。活动页面写明好友人数和金额。已原路退回的充值不算，看起来是同一个人的好友也不算。每人参加一次，在名单中占一个位置，不需要付钱。冷静期或自我禁入期间，以及账号注销过程中，不能参加。名单封存时，以及有人参加的活动不开奖就结束时，会重新清点好友：仍然有效的好友不够，你就会被除名，既不能得奖，也分不到奖金，应用会通知你。本版规则之前开始的活动不重新清点。',
        },
        {
          title: '2. 事先固定什么',
          text: '奖金、中奖人数、截止时间和等级在开始时写入公开日志，同时公布一个秘密值的指纹。此后没有人能更改，也没有人能提前结束活动。奖金在开始时从平台的营销账户转出，存放在活动自己的账户里。',
        },
        {
          title: '3. 怎样开奖',
          text: '截止后参加名单被封存。中奖者由名单、秘密值计算得出；“公共信标”和“有见证”等级还要加上封存之前不存在的公共随机数。“封存的秘密值”等级下，平台事先知道秘密值。使用本地信标的，随机数由平台自己产生，平台可能提前知道。每个位置机会相同，同一位置不会中奖两次。“有见证”等级下，在这个随机数产生之前，要有活动写明数目的指定见证方对封存的名单签名。',
        },
        {
          title: '4. 公布什么',
          text: '带代号和参加时间的名单、秘密值、随机数和计算过程。名单中没有姓名、手机号和好友；中奖之前，只有你知道哪个代号是你的。页面显示中奖者的缩写姓名。任何人都可以用证明重新计算。还会写明哪些序号因好友退回充值而被除名。',
        },
        {
          title: '5. 何时支付',
          text: '所有中奖者金额相同：奖金除以中奖人数，向下取整。开奖后立即存入钱包，没有手续费。取整剩余、没有参加者的份数，以及已注销账号的奖金退回平台。如果及时签名的见证方不够，得奖者照样拿奖，奖金再发一次，由未得奖的人平分，向下取整。',
        },
        {
          title: '6. 什么时候不开奖',
          text: '没有人参加或所有人都被除名，或平台到截止时仍未备足奖金、活动未能开始，或日志在开奖前丢失，或“有见证”等级的活动因见证方不足而 7 天内无法封存，活动即作废。后两种情况下，奖金由未被除名的全体参加者平分；其他情况退回平台。本版规则之前开始的活动会再次封存，直到有一个见证方签名；日志丢失时，奖金退回平台。参加是免费的，没有人会损失钱。',
        },
        {
          title: '7. 理性参加',
          text: '须年满 18 岁。大多数参加者可能没有奖金。请不要催促好友充值，也不要替好友充值：他们充值的是自己的钱，而大多数份额不会中奖。',
        },
      ],
    },
    'hi-in': {
      title: 'इनाम बाँटने का इवेंट',
      intro: 'दोस्त लाने वाले सदस्यों में ड्रॉ से बँटने वाला इनाम: कौन शामिल हो सकता है, ड्रॉ कैसे होता है, पैसा कब मिलता है।',
      sections: [
        {
          title: '1. कौन शामिल हो सकता है',
          text: 'इवेंट शुरू होने के बाद जब काफ़ी दोस्त आपके कोड से रजिस्टर करें और समय खत्म होने से पहले तय रकम रिचार्ज करें, तब आप शामिल हो सकते हैं। कितने दोस्त और कितनी रकम, यह इवेंट के पेज पर लिखा है। लौटाया गया रिचार्ज नहीं गिना जाता, और न वे दोस्त जो एक ही व्यक्ति लगें। हर सदस्य एक बार शामिल होता है, सूची में उसका एक स्थान होता है, और पैसे नहीं लगते। ब्रेक या खुद पर रोक के दौरान, और खाता बंद होते समय, शामिल नहीं हो सकते। सूची सील होते समय, और जब शामिल सदस्यों वाला इवेंट बिना ड्रॉ के खत्म हो, तब दोस्त फिर से गिने जाते हैं: गिने जाने वाले दोस्त कम पड़ें तो आपका नाम हटा दिया जाता है। तब न इनाम मिलता है, न हिस्सा, और ऐप आपको बता देता है। नियमों के इस संस्करण से पहले शुरू हुए इवेंट में दोस्त फिर से नहीं गिने जाते।',
        },
        {
          title: '2. पहले से क्या तय है',
          text: 'इनाम की रकम, विजेताओं की संख्या, आखिरी समय और ग्रेड शुरुआत में सार्वजनिक लॉग में प्रकाशित होते हैं, साथ में एक गुप्त संख्या का फ़िंगरप्रिंट। इसके बाद कोई इन्हें बदल नहीं सकता और न इवेंट खत्म कर सकता है। इनाम की रकम शुरुआत में संचालक के मार्केटिंग खाते से निकलकर इवेंट के खाते में रहती है।',
        },
        {
          title: '3. ड्रॉ कैसे होता है',
          text: 'समय खत्म होने पर शामिल सदस्यों की सूची सील होती है। विजेता सूची और गुप्त संख्या के हिसाब से निकलते हैं; “सार्वजनिक बीकन” और “गवाहों के सामने” ग्रेड में एक सार्वजनिक रैंडम नंबर भी जुड़ता है, जो सील से पहले मौजूद नहीं होता। “सीलबंद गुप्त संख्या” ग्रेड में संचालक गुप्त संख्या पहले से जानता है। लोकल बीकन में संचालक रैंडम नंबर खुद बनाता है और पहले से जान सकता है। हर स्थान का मौका बराबर है, और कोई स्थान दो बार नहीं जीतता। “गवाहों के सामने” ग्रेड में यह नंबर बनने से पहले उतने तय गवाह सीलबंद सूची पर हस्ताक्षर करते हैं जितने इवेंट पर लिखे हैं।',
        },
        {
          title: '4. क्या प्रकाशित होता है',
          text: 'टैग और शामिल होने के समय वाली सूची, गुप्त संख्या, रैंडम नंबर और पूरा हिसाब। सूची में नाम, फ़ोन नंबर या दोस्त नहीं होते; जीतने तक सिर्फ़ आप जानते हैं कि कौन सा टैग आपका है। पेज पर विजेताओं के छिपाए हुए नाम दिखते हैं। प्रमाण से कोई भी हिसाब दोहरा सकता है। यह भी लिखा जाता है कि दोस्तों के पैसे वापस लेने से सूची के कौन-से स्थान हटाए गए।',
        },
        {
          title: '5. पैसा कब मिलता है',
          text: 'सब विजेताओं को बराबर रकम मिलती है: कुल इनाम को इनामों की संख्या से भाग देकर, नीचे की ओर पूरी की हुई। ड्रॉ के तुरंत बाद यह बिना फ़ीस वॉलेट में आती है। भाग से बची रकम, जिन इनामों के लिए सदस्य नहीं हैं, और बंद खाते का इनाम संचालक को लौटता है। काफ़ी गवाह समय पर हस्ताक्षर न करें, तो भी विजेताओं को इनाम मिलता है, और कुल इनाम एक बार और न जीतने वालों में बराबर बँटता है, नीचे की ओर पूरा करके।',
        },
        {
          title: '6. ड्रॉ कब नहीं होता',
          text: 'कोई शामिल न हो या सबके नाम हटा दिए जाएँ, या संचालक आखिरी समय तक इनाम की रकम न जुटा पाए और इवेंट शुरू ही न हो, या ड्रॉ से पहले लॉग खो जाए, या “गवाहों के सामने” ग्रेड का इवेंट गवाह कम होने से 7 दिन तक सील न हो सके, तो इवेंट रद्द होता है। आखिरी दो मामलों में रकम उन सब लोगों में बराबर बँटती है जो शामिल हुए और हटाए नहीं गए; नहीं तो संचालक को लौटती है। नियमों के इस संस्करण से पहले शुरू हुआ इवेंट तब तक फिर सील होता है जब तक कोई एक गवाह हस्ताक्षर न कर दे, और लॉग खोने पर उसकी रकम संचालक को लौटती है। शामिल होना मुफ़्त है, इसलिए किसी का पैसा नहीं जाता।',
        },
        {
          title: '7. समझदारी से शामिल हों',
          text: 'आपकी उम्र 18 साल या उससे ज़्यादा होनी चाहिए। ज़्यादातर सदस्यों को शायद कुछ न मिले। दोस्तों पर रिचार्ज का दबाव न डालें और उनके लिए रिचार्ज न करें: वह उनका पैसा है, और ज़्यादातर हिस्से नहीं जीतते।',
        },
      ],
    },
    'pt-br': {
      title: 'Evento de prêmio dividido',
      intro:
        'Um valor sorteado entre membros que trouxeram amigos: quem pode participar, como é o sorteio e quando é pago.',
      sections: [
        {
          title: '1. Quem pode participar',
          text: 'Você participa quando amigos suficientes se cadastram com o seu código depois da abertura e recarregam o valor antes do prazo. A página do evento diz quantos amigos e qual valor. Uma recarga devolvida à origem não conta, nem amigos que parecem ser a mesma pessoa. Cada um participa uma vez, tem uma posição na lista e não paga nada. Durante uma pausa ou autoexclusão, e enquanto a conta é encerrada, ninguém pode participar. Quando a lista é lacrada, e quando um evento com participantes termina sem sorteio, os amigos são contados de novo: se poucos deles ainda contarem, você fica de fora. Nesse caso, não ganha nem recebe uma parte, e o aplicativo avisa. Um evento que abriu antes desta versão das regras não conta os amigos de novo.',
        },
        {
          title: '2. O que é fixado antes',
          text: 'O prêmio total, o número de ganhadores, o prazo e o nível do sorteio são publicados no registro público na abertura, com a impressão digital de um valor secreto. Depois disso, ninguém pode mudá-los nem encerrar o evento. O valor sai da conta de marketing da plataforma na abertura e fica em uma conta do evento.',
        },
        {
          title: '3. Como é o sorteio',
          text: 'Depois do prazo, a lista de participantes é lacrada. Os ganhadores resultam, por cálculo, da lista, do valor secreto e, nos níveis “Beacon público” e “Com testemunhas”, de um número aleatório público que não existe antes do lacre. No nível “Segredo lacrado”, a plataforma conhece o segredo antes. Com um beacon local, a plataforma cria os números aleatórios e pode conhecê-los antes. Cada posição tem a mesma chance, e nenhuma ganha duas vezes. No nível “Com testemunhas”, tantas testemunhas indicadas quantas o evento diz assinam a lista lacrada antes de esse número existir.',
        },
        {
          title: '4. O que é publicado',
          text: 'A lista com etiquetas e horários de entrada, o segredo, o número aleatório e o cálculo. A lista não tem nomes, celulares nem amigos; só você sabe qual etiqueta é a sua até ganhar. A página mostra os nomes abreviados dos ganhadores. Qualquer pessoa pode repetir o cálculo com a prova. O registro também diz quais posições ficaram de fora porque amigos pegaram o dinheiro de volta.',
        },
        {
          title: '5. Quando é pago',
          text: 'Todos os ganhadores recebem o mesmo valor: o prêmio total dividido pelo número de prêmios, arredondado para baixo. Ele entra na carteira logo depois do sorteio, sem taxa. O que sobra do arredondamento, os prêmios sem participante e o prêmio de uma conta encerrada voltam para a plataforma. Se poucas testemunhas assinarem a tempo, os ganhadores recebem assim mesmo, e o prêmio total é pago mais uma vez, em partes iguais entre quem não ganhou, arredondadas para baixo.',
        },
        {
          title: '6. Quando não há sorteio',
          text: 'O evento é anulado quando ninguém participa ou todos ficam de fora, quando a plataforma não consegue cobrir o prêmio até o prazo e ele nem chega a abrir, quando o registro se perde antes do sorteio ou quando um evento do nível “Com testemunhas” não pôde ser lacrado por 7 dias por falta de testemunhas. Nos dois últimos casos, todos os que participaram e não ficaram de fora recebem uma parte igual do valor; nos outros, ele volta para a plataforma. Um evento que abriu antes desta versão das regras é lacrado de novo até uma testemunha assinar, e o seu valor volta para a plataforma se o registro se perder. Ninguém perde dinheiro, porque participar é grátis.',
        },
        {
          title: '7. Participe com cuidado',
          text: 'É preciso ter 18 anos ou mais. A maioria dos participantes pode não ganhar nada. Não pressione amigos a recarregar nem recarregue por eles: o dinheiro é deles, e a maioria das cotas não ganha.',
        },
      ],
    },
    'id-id': {
      title: 'Acara bagi hadiah',
      intro:
        'Hadiah yang diundi di antara anggota yang membawa teman: siapa yang bisa ikut, cara diundi, dan kapan dibayar.',
      sections: [
        {
          title: '1. Siapa yang bisa ikut',
          text: 'Anda bisa ikut jika cukup banyak teman mendaftar dengan kode Anda setelah acara dibuka dan isi saldo sebesar syaratnya sebelum batas waktu. Halaman acara menyebutkan jumlah teman dan nilainya. Isi saldo yang dikembalikan ke sumbernya tidak dihitung, begitu pula teman yang tampak sebagai orang yang sama. Setiap orang ikut sekali, punya satu nomor dalam daftar, dan tidak membayar apa pun. Selama jeda atau blokir diri, dan selama akun sedang ditutup, tidak bisa ikut. Saat daftar disegel, dan saat acara yang sudah ada pesertanya berakhir tanpa undian, teman dihitung lagi: jika yang masih dihitung terlalu sedikit, Anda dikeluarkan dari daftar undian. Anda tidak bisa menang dan tidak mendapat bagian, dan aplikasi memberi tahu Anda. Acara yang dibuka sebelum versi aturan ini tidak menghitung teman lagi.',
        },
        {
          title: '2. Yang ditetapkan sebelumnya',
          text: 'Total hadiah, jumlah pemenang, batas waktu, dan tingkat undian diumumkan di log publik saat acara dibuka, beserta sidik jari sebuah nilai rahasia. Setelah itu tidak ada yang bisa mengubahnya atau mengakhiri acara. Dananya keluar dari akun pemasaran penyelenggara saat dibuka dan disimpan di akun acara.',
        },
        {
          title: '3. Cara diundi',
          text: 'Setelah batas waktu, daftar peserta disegel. Pemenang dihitung dari daftar, nilai rahasia, dan pada tingkat “Beacon publik” serta “Disaksikan” juga dari angka acak publik yang belum ada sebelum daftar disegel. Pada tingkat “Rahasia tersegel”, penyelenggara sudah tahu rahasianya. Dengan beacon lokal, penyelenggara membuat angka acaknya sendiri dan bisa tahu lebih dulu. Setiap nomor punya peluang yang sama, dan tidak ada nomor yang menang dua kali. Pada tingkat “Disaksikan”, sebanyak saksi yang tertulis pada acara menandatangani daftar tersegel sebelum angka itu ada.',
        },
        {
          title: '4. Yang diumumkan',
          text: 'Daftar berisi label dan waktu ikut, nilai rahasia, angka acak, dan perhitungannya. Daftar tidak memuat nama, nomor ponsel, atau teman; sampai Anda menang, hanya Anda yang tahu label mana milik Anda. Halaman menampilkan nama pemenang yang disamarkan. Siapa pun bisa mengulang perhitungannya dengan bukti. Log juga menyebutkan nomor mana yang dikeluarkan karena temannya menarik kembali uangnya.',
        },
        {
          title: '5. Kapan dibayar',
          text: 'Semua pemenang mendapat jumlah yang sama: total hadiah dibagi jumlah hadiah, dibulatkan ke bawah. Uangnya masuk ke dompet segera setelah undian, tanpa biaya. Sisa pembulatan, hadiah tanpa peserta, dan hadiah untuk akun yang sudah ditutup kembali ke penyelenggara. Jika terlalu sedikit saksi menandatangani tepat waktu, pemenang tetap dibayar, dan total hadiah dibayarkan sekali lagi, dibagi rata kepada yang tidak menang, dibulatkan ke bawah.',
        },
        {
          title: '6. Kapan tidak ada undian',
          text: 'Acara batal jika tidak ada yang ikut atau semua peserta dikeluarkan, jika penyelenggara tidak bisa menyediakan dananya sampai batas waktu sehingga acara tidak pernah dibuka, jika log hilang sebelum undian, atau jika acara tingkat “Disaksikan” selama 7 hari tidak bisa disegel karena saksi kurang. Dalam dua hal terakhir, dananya dibagi rata kepada semua yang ikut dan tidak dikeluarkan; selain itu kembali ke penyelenggara. Acara yang dibuka sebelum versi aturan ini disegel ulang sampai satu saksi menandatangani, dan dananya kembali ke penyelenggara jika log hilang. Tidak ada yang kehilangan uang, karena ikut itu gratis.',
        },
        {
          title: '7. Ikut dengan bijak',
          text: 'Anda harus berusia 18 tahun ke atas. Kebanyakan peserta mungkin tidak mendapat apa pun. Jangan mendesak teman isi saldo, dan jangan mengisikan saldo untuk mereka: itu uang mereka, dan sebagian besar bagian tidak menang.',
        },
      ],
    },
    'ar-sa': {
      title: 'فعالية تقاسم الجائزة',
      intro: 'جائزة يجري السحب عليها بين أعضاء أحضروا أصدقاء: من يمكنه المشاركة، وكيف يجري السحب، ومتى يُدفع.',
      sections: [
        {
          title: '1. من يمكنه المشاركة',
          text: 'يمكنك المشاركة عندما يسجّل عدد كافٍ من الأصدقاء برمزك بعد الافتتاح ويشحنون المبلغ قبل الموعد النهائي. تذكر صفحة الفعالية عدد الأصدقاء والمبلغ. لا يُحتسب شحن أُعيد إلى مصدره، ولا أصدقاء يبدو أنهم الشخص نفسه. يشارك كل عضو مرة واحدة، وله مكان واحد في القائمة، ولا يدفع شيئًا. لا تمكن المشاركة أثناء الاستراحة أو الاستبعاد الذاتي ولا أثناء إغلاق الحساب. وعند ختم القائمة، وعند انتهاء فعالية فيها مشاركون دون سحب، يُعدّ الأصدقاء مرة أخرى: فإذا لم يبقَ عدد كافٍ ممن يُحتسبون، تُستبعد من القائمة، فلا تفوز ولا تنال حصة، ويخبرك التطبيق بذلك. ولا يسري هذا على الفعالية التي فُتحت قبل هذه النسخة من القواعد.',
        },
        {
          title: '2. ما يُثبَّت مسبقًا',
          text: 'يُنشر مجموع الجوائز وعدد الفائزين والموعد النهائي والدرجة في السجل العام عند الافتتاح، مع بصمة قيمة سرية. بعد ذلك لا يستطيع أحد تغييرها ولا إنهاء الفعالية. يخرج المبلغ من حساب التسويق لدى المشغّل عند الافتتاح ويبقى في حساب الفعالية.',
        },
        {
          title: '3. كيف يجري السحب',
          text: 'بعد الموعد النهائي تُختم قائمة المشاركين. ينتج الفائزون بالحساب من القائمة والقيمة السرية، وفي الدرجتين «منارة عامة» و«بشهود» أيضًا من عدد عشوائي عام لا وجود له قبل الختم. وفي الدرجة «سرّ مختوم» يعرف المشغّل السرّ مسبقًا. ومع منارة محلية يولّد المشغّل الأعداد العشوائية بنفسه وقد يعرفها مسبقًا. لكل مكان الفرصة نفسها، ولا يفوز مكان مرتين. وفي الدرجة «بشهود» يوقّع العدد الذي تذكره الفعالية من الشهود المسمّين القائمة المختومة قبل أن يوجد ذلك العدد.',
        },
        {
          title: '4. ماذا يُنشر',
          text: 'القائمة بالوسوم وأوقات المشاركة، والسرّ، والعدد العشوائي، والعملية الحسابية. لا أسماء في القائمة ولا أرقام هواتف ولا أصدقاء؛ وأنت وحدك تعرف وسمك إلى أن تفوز. وتعرض الصفحة أسماء الفائزين مخفية جزئيًا. ويمكن لأي شخص إعادة عملية الحساب بالإثبات. ويُذكر أيضًا أي أماكن استُبعدت لأن أصدقاء أصحابها استردّوا أموالهم.',
        },
        {
          title: '5. متى يُدفع',
          text: 'يحصل كل الفائزين على المبلغ نفسه: مجموع الجوائز مقسومًا على عددها، مقرّبًا إلى الأدنى. يُضاف إلى المحفظة فور السحب دون رسوم. ويعود إلى المشغّل ما يبقى من التقريب، والجوائز التي لا مشارك لها، وجائزة حساب أُغلق. وإن لم يوقّع عدد كافٍ من الشهود في الوقت المحدد، يُدفع للفائزين مع ذلك، ويُدفع مجموع الجوائز مرة ثانية بالتساوي على من لم يفوزوا، مقرّبًا إلى الأدنى.',
        },
        {
          title: '6. متى لا يجري سحب',
          text: 'تُلغى الفعالية إذا لم يشارك أحد أو استُبعد الجميع، أو إذا لم يستطع المشغّل توفير المبلغ حتى الموعد النهائي فلم تُفتح أصلًا، أو إذا فُقد السجل قبل السحب، أو إذا تعذّر ختم فعالية من الدرجة «بشهود» 7 أيام لقلة الشهود. وفي الحالتين الأخيرتين يوزَّع المبلغ بالتساوي على كل من شاركوا ولم يُستبعدوا، وفي غيرهما يعود إلى المشغّل. والفعالية التي فُتحت قبل هذه النسخة من القواعد يُعاد ختمها حتى يوقّع شاهد واحد، ويعود مبلغها إلى المشغّل إذا فُقد السجل. ولا يخسر أحد مالًا لأن المشاركة مجانية.',
        },
        {
          title: '7. شارك بحذر',
          text: 'يجب أن يكون عمرك 18 عامًا أو أكثر. قد لا يفوز معظم المشاركين بشيء. لا تلحّ على أصدقائك ليشحنوا ولا تشحن عنهم: المال مالهم، ومعظم الحصص لا تفوز.',
        },
      ],
    },
    'bn-bd': {
      title: 'পুরস্কার ভাগের ইভেন্ট',
      intro: 'যারা বন্ধু এনেছেন তাদের মধ্যে ড্রয়ে ভাগ হয় এমন পুরস্কার: কে যোগ দিতে পারেন, ড্র কীভাবে হয়, টাকা কখন আসে।',
      sections: [
        {
          title: '1. কে যোগ দিতে পারেন',
          text: 'ইভেন্ট শুরুর পরে যথেষ্ট বন্ধু আপনার কোড দিয়ে নিবন্ধন করলে এবং সময়সীমার আগে নির্ধারিত টাকা রিচার্জ করলে আপনি যোগ দিতে পারেন। কতজন বন্ধু ও কত টাকা, তা ইভেন্টের পাতায় লেখা আছে। উৎসে ফেরত যাওয়া রিচার্জ গোনা হয় না, একই ব্যক্তি মনে হয় এমন বন্ধুও নয়। প্রত্যেকে একবার যোগ দেন, তালিকায় একটি স্থান পান, কোনো টাকা লাগে না। বিরতি বা নিজেকে বিরত রাখার সময়, এবং অ্যাকাউন্ট বন্ধ হওয়ার সময়, যোগ দেওয়া যায় না। তালিকা সিল করার সময়, এবং যোগ দেওয়া সদস্য আছেন এমন ইভেন্ট ড্র ছাড়া শেষ হলে, বন্ধুদের আবার গোনা হয়: গোনার মতো বন্ধু কমে গেলে আপনি বাদ পড়েন। তখন পুরস্কার বা ভাগ কোনোটিই পান না, আর অ্যাপ আপনাকে জানায়। নিয়মের এই সংস্করণের আগে খোলা ইভেন্টে বন্ধুদের আবার গোনা হয় না।',
        },
        {
          title: '2. আগে থেকে কী স্থির',
          text: 'মোট পুরস্কার, বিজয়ীর সংখ্যা, সময়সীমা ও স্তর শুরুতেই উন্মুক্ত লগে প্রকাশ হয়, সঙ্গে একটি গোপন সংখ্যার ডিজিটাল ছাপ। এরপর কেউ এগুলো বদলাতে বা ইভেন্ট শেষ করতে পারে না। টাকা শুরুতে আয়োজকের মার্কেটিং অ্যাকাউন্ট থেকে বেরিয়ে ইভেন্টের অ্যাকাউন্টে থাকে।',
        },
        {
          title: '3. ড্র কীভাবে হয়',
          text: 'সময়সীমার পরে অংশগ্রহণকারীদের তালিকা সিল করা হয়। তালিকা ও গোপন সংখ্যা থেকে হিসাব করে বিজয়ী বের হয়; “উন্মুক্ত বিকন” ও “সাক্ষীসহ” স্তরে যোগ হয় একটি উন্মুক্ত র‍্যান্ডম সংখ্যা, যা সিলের আগে থাকে না। “সিল করা গোপন সংখ্যা” স্তরে আয়োজক গোপন সংখ্যাটি আগে থেকে জানে। স্থানীয় বিকন হলে র‍্যান্ডম সংখ্যাগুলো আয়োজক নিজেই তৈরি করে এবং আগে থেকে জানতে পারে। প্রতিটি স্থানের সুযোগ সমান, কোনো স্থান দুবার জেতে না। “সাক্ষীসহ” স্তরে সংখ্যাটি তৈরি হওয়ার আগে ইভেন্টে যতজনের কথা লেখা থাকে ততজন নির্ধারিত সাক্ষী সিল করা তালিকায় স্বাক্ষর করে।',
        },
        {
          title: '4. কী প্রকাশ হয়',
          text: 'ট্যাগ ও যোগ দেওয়ার সময়সহ তালিকা, গোপন সংখ্যা, র‍্যান্ডম সংখ্যা ও পুরো হিসাব। তালিকায় নাম, ফোন নম্বর বা বন্ধু নেই; জেতার আগে কোন ট্যাগ আপনার, তা শুধু আপনি জানেন। পাতায় বিজয়ীদের আংশিক ঢাকা নাম দেখা যায়। প্রমাণ দিয়ে যে কেউ আবার হিসাব করতে পারেন। বন্ধুরা টাকা ফেরত নেওয়ায় তালিকার কোন স্থানগুলো বাদ গেছে, তাও লেখা থাকে।',
        },
        {
          title: '5. টাকা কখন আসে',
          text: 'সব বিজয়ী সমান টাকা পান: মোট পুরস্কার ভাগ পুরস্কারের সংখ্যা, নিচের দিকে পূর্ণ করা। ড্রয়ের পরেই তা কোনো ফি ছাড়া ওয়ালেটে আসে। ভাগের বাকি টাকা, অংশগ্রহণকারী নেই এমন পুরস্কার, আর বন্ধ অ্যাকাউন্টের পুরস্কার আয়োজকের কাছে ফেরে। যথেষ্ট সাক্ষী সময়মতো স্বাক্ষর না করলেও বিজয়ীরা পুরস্কার পান, আর মোট পুরস্কার আরেকবার দেওয়া হয়, যাঁরা জেতেননি তাঁদের মধ্যে সমান ভাগে, নিচের দিকে পূর্ণ করে।',
        },
        {
          title: '6. কখন ড্র হয় না',
          text: 'কেউ যোগ না দিলে বা সবাই বাদ পড়লে, আয়োজক সময়সীমার মধ্যে টাকা দিতে না পারায় ইভেন্ট শুরুই না হলে, ড্রয়ের আগে লগ হারালে, বা সাক্ষী কম থাকায় “সাক্ষীসহ” স্তরের ইভেন্ট 7 দিনেও সিল করা না গেলে ইভেন্ট বাতিল হয়। শেষ দুটি ক্ষেত্রে টাকা যাঁরা যোগ দিয়েছেন ও বাদ পড়েননি তাঁদের মধ্যে সমান ভাগে দেওয়া হয়; নইলে আয়োজকের কাছে ফেরে। নিয়মের এই সংস্করণের আগে খোলা ইভেন্ট একজন সাক্ষী স্বাক্ষর না করা পর্যন্ত আবার সিল হয়, আর লগ হারালে তার টাকা আয়োজকের কাছে ফেরে। যোগ দেওয়া বিনামূল্যে, তাই কারও টাকা যায় না।',
        },
        {
          title: '7. বুঝে অংশ নিন',
          text: 'বয়স 18 বা তার বেশি হতে হবে। বেশির ভাগ অংশগ্রহণকারী হয়তো কিছুই পাবেন না। বন্ধুদের রিচার্জে চাপ দেবেন না, তাদের হয়ে রিচার্জও করবেন না: টাকা তাদের, আর বেশির ভাগ শেয়ার জেতে না।',
        },
      ],
    },
    'vi-vn': {
      title: 'Sự kiện chia thưởng',
      intro:
        'Tiền thưởng được chia qua mở thưởng cho thành viên đã mời bạn bè: ai được tham gia, mở thưởng thế nào và khi nào trả.',
      sections: [
        {
          title: '1. Ai được tham gia',
          text: 'Bạn được tham gia khi đủ số bạn bè đăng ký bằng mã của bạn sau lúc mở và nạp đủ tiền trước hạn chót. Trang sự kiện ghi rõ số bạn bè và số tiền. Khoản nạp đã trả về nguồn nạp không được tính, người bạn có vẻ là cùng một người cũng không. Mỗi người tham gia một lần, có một vị trí trong danh sách và không mất tiền. Trong lúc tạm nghỉ hay tự cấm chơi, và khi tài khoản đang được đóng, bạn không thể tham gia. Khi danh sách được niêm phong, và khi sự kiện có người tham gia kết thúc mà không mở thưởng, bạn bè được đếm lại: nếu số bạn còn được tính không đủ, bạn bị loại. Khi đó bạn không thể trúng và không nhận phần chia, ứng dụng sẽ báo cho bạn. Sự kiện mở trước phiên bản quy tắc này không đếm lại bạn bè.',
        },
        {
          title: '2. Những gì cố định trước',
          text: 'Tổng tiền thưởng, số người trúng, hạn chót và cấp mở thưởng được ghi vào nhật ký công khai lúc mở, kèm dấu vân tay của một giá trị bí mật. Sau đó không ai đổi được và cũng không ai kết thúc sự kiện được. Tiền rời tài khoản tiếp thị của nhà tổ chức lúc mở và nằm ở tài khoản của sự kiện.',
        },
        {
          title: '3. Mở thưởng thế nào',
          text: 'Sau hạn chót, danh sách người tham gia được niêm phong. Người trúng được tính ra từ danh sách, giá trị bí mật và, với cấp “Beacon công khai” và “Có nhân chứng”, từ một số ngẫu nhiên công khai chưa tồn tại trước khi niêm phong. Với cấp “Số bí mật đã niêm phong”, nhà tổ chức biết trước số bí mật. Với beacon nội bộ, nhà tổ chức tự tạo số ngẫu nhiên và có thể biết trước. Mọi vị trí có cơ hội như nhau, không vị trí nào trúng hai lần. Với cấp “Có nhân chứng”, đủ số nhân chứng được nêu tên mà sự kiện ghi rõ ký danh sách đã niêm phong trước khi số đó tồn tại.',
        },
        {
          title: '4. Những gì được công bố',
          text: 'Danh sách với nhãn và thời điểm tham gia, giá trị bí mật, số ngẫu nhiên và phép tính. Danh sách không có tên, số điện thoại hay bạn bè; trước khi trúng, chỉ bạn biết nhãn nào là của mình. Trang sự kiện hiện tên rút gọn của người trúng. Ai cũng có thể tính lại từ bằng chứng. Nhật ký cũng ghi vị trí nào bị loại vì bạn bè đã lấy lại tiền.',
        },
        {
          title: '5. Khi nào được trả',
          text: 'Mọi người trúng nhận số tiền như nhau: tổng tiền thưởng chia cho số giải, làm tròn xuống. Tiền vào ví ngay sau khi mở thưởng, không mất phí. Phần lẻ do làm tròn, giải không có người nhận và giải của tài khoản đã đóng trả về nhà tổ chức. Nếu quá ít nhân chứng ký kịp lúc, người trúng vẫn được trả, và tổng tiền thưởng được trả thêm một lần, chia đều cho những người không trúng, làm tròn xuống.',
        },
        {
          title: '6. Khi nào không mở thưởng',
          text: 'Sự kiện bị hủy khi không ai tham gia hoặc tất cả bị loại, khi đến hạn chót nhà tổ chức vẫn chưa đủ tiền nên sự kiện không mở, khi nhật ký bị mất trước lúc mở thưởng, hoặc khi sự kiện ở cấp “Có nhân chứng” không niêm phong được trong 7 ngày vì thiếu nhân chứng. Trong hai trường hợp sau cùng, tiền chia đều cho tất cả người tham gia không bị loại; nếu không thì trả về nhà tổ chức. Sự kiện mở trước phiên bản quy tắc này được niêm phong lại cho đến khi một nhân chứng ký, và nếu mất nhật ký thì tiền trả về nhà tổ chức. Không ai mất tiền vì tham gia là miễn phí.',
        },
        {
          title: '7. Tham gia có chừng mực',
          text: 'Bạn phải từ 18 tuổi trở lên. Phần lớn người tham gia có thể không được gì. Đừng thúc bạn bè nạp tiền và đừng nạp thay họ: đó là tiền của họ, và đa số phần mua không trúng.',
        },
      ],
    },
  },
}
